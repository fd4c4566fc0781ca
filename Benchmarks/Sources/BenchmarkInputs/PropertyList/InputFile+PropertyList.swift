extension InputFile {
    /// Every property list, the smaller first.
    ///
    /// - Parameter names: The names of those wanted; all if empty.
    /// - Returns: The files, generated.
    package static func propertyLists(named names: [String] = []) -> [InputFile] {
        generated(
            [
                ("binary500", "2 records, binary", { BinaryListWriter.bytes(ListingGenerator.listing(2)) }),
                ("xml2k", "2 records, XML", { XMLListWriter.bytes(ListingGenerator.listing(2)) }),
                ("binary300k", "1,700 records, binary", { BinaryListWriter.bytes(ListingGenerator.listing(1700)) }),
                ("xml1m", "1,700 records, XML", { XMLListWriter.bytes(ListingGenerator.listing(1700)) }),
                ("binary11m", "55,000 records, binary", { BinaryListWriter.bytes(ListingGenerator.listing(55_000)) }),
                ("xml30m", "55,000 records, XML", { XMLListWriter.bytes(ListingGenerator.listing(55_000)) }),
            ],
            named: names
        )
    }
}
