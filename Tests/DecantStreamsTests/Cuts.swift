/// The ways to cut a stream.
enum Cuts {
    /// All cuts into two chunks.
    static func single(_ bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
        (0...bytes.count).map { [bytes[..<$0], bytes[$0...]] }
    }

    /// All cuts into three chunks.
    static func pairs(_ bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
        (0...bytes.count).flatMap { first in
            (first...bytes.count).map { [bytes[..<first], bytes[first..<$0], bytes[$0...]] }
        }
    }

    /// A chunk for every byte.
    static func bytes(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] { bytes.indices.map { bytes[$0...$0] } }

    /// All strings over an alphabet, up to a maximum length.
    static func strings(over letters: [[UInt8]], upTo length: Int) -> [[UInt8]] {
        var all: [[UInt8]] = [[]]
        var last = all
        for _ in 0..<length {
            last = last.flatMap { string in letters.map { string + $0 } }
            all += last
        }
        return all
    }
}
