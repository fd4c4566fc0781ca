/// The index tables of the WHATWG Encoding Standard §5, each expanded when it is first used.
enum IndexTables {
    static let big5 = TableExpansion.expand(CodedTables.big5)
    static let eucKr = TableExpansion.expand(CodedTables.eucKr)
    static let gb18030 = TableExpansion.expand(CodedTables.gb18030)
    static let gb18030RangePointers = TableExpansion.expand(CodedTables.gb18030RangePointers)
    static let gb18030RangeCodePoints = TableExpansion.expand(CodedTables.gb18030RangeCodePoints)
    static let jis0208 = TableExpansion.expand(CodedTables.jis0208)
    static let jis0212 = TableExpansion.expand(CodedTables.jis0212)

    /// The upper halves of the single-byte tables by the names of their encodings in lower case; 400 bytes each.
    static let singleByte = CodedTables.singleByte.mapValues(TableExpansion.expand)
}
