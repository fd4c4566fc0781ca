/// An export of 50 MB: an array of records of 11 fields, each on a line of its own and minified in itself.
///
/// It stays below the default limits of a body's bytes and of the number of values, so that none has to be raised.
package enum RecordsGenerator {
    package static func bytes() -> [UInt8] {
        bytes(atLeast: 50_000_000)
    }

    /// Records until there are enough bytes.
    package static func bytes(atLeast size: Int) -> [UInt8] {
        var source = RandomSource(seed: 50)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + 1024)
        var number = 0
        while bytes.count < size {
            bytes.append(contentsOf: number == 0 ? "[".utf8 : ",\n".utf8)
            append(number, to: &bytes, from: &source)
            number += 1
        }
        bytes.append(contentsOf: "]".utf8)
        return bytes
    }

    private static func append(_ number: Int, to bytes: inout [UInt8], from source: inout RandomSource) {
        func add(_ text: String) { bytes.append(contentsOf: text.utf8) }
        add("{\"id\":\(number),\"guid\":\"\(Vocabulary.hexadecimal(32, from: &source))\"")
        add(",\"name\":\"\(source.element(Vocabulary.names))\",\"age\":\(source.number(18..<90))")
        add(",\"balance\":\(source.number(0..<99_999)).\(source.number(10..<99)),\"active\":\(source.chance(70))")
        add(",\"latitude\":\(source.number(-89..<89)).\(source.number(100_000..<999_999))")
        add(",\"parent\":\(source.chance(50) ? String(source.number(0..<1_000_000)) : "null")")
        add(",\"registered\":\"\(Vocabulary.date(from: &source))\"")
        add(",\"tags\":[\"\(source.element(Vocabulary.words))\",\"\(source.element(Vocabulary.words))\"]")
        add(",\"about\":\"\(Vocabulary.sentence(5, from: &source))\"}")
    }
}
