import Foundation

/// The data files of the WHATWG Encoding Standard that the tables were generated from.
enum StandardData {
    static let folder: String? = {
        let environment = ProcessInfo.processInfo.environment
        let beside = environment["DECANT_CORPORA"].map { "\($0)/../data/encoding" }
        let candidates = [environment["DECANT_ENCODING_DATA"], beside].compactMap(\.self)
        return candidates.first { FileManager.default.fileExists(atPath: "\($0)/indexes.json") }
    }()
}
