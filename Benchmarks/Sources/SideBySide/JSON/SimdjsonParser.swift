import CSimdjson

/// simdjson's parser, which is kept from one document to the next as its documentation advises.
final class SimdjsonParser {
    private let parser: OpaquePointer

    struct Failure: Error {
        let code: Int32
    }

    init() {
        parser = simdjson_rival_create()
    }

    deinit {
        simdjson_rival_destroy(parser)
    }

    /// Makes its document of the bytes, which it copies into its padded buffer first.
    func parse(_ bytes: [UInt8]) throws {
        let code = simdjson_rival_parse(parser, bytes, bytes.count)
        if code != 0 { throw Failure(code: code) }
    }

    /// Makes the documents of all texts in a row, after which there are 64 zeros.
    func parseMany(_ padded: [UInt8], count: Int) throws -> Int {
        let documents = simdjson_rival_parse_many(parser, padded, count)
        if documents < 0 { throw Failure(code: -1) }
        return Int(documents)
    }

    static var version: String { String(cString: simdjson_rival_version()) }
    static var kernel: String { String(cString: simdjson_rival_kernel()) }
}
