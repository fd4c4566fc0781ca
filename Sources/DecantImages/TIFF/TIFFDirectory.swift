import DecantCore

/// The fields of one picture of a TIFF, and where the next directory is.
struct TIFFDirectory {
    let reader: TIFFReader

    /// Where it begins.
    let place: Int

    /// How many bytes it takes.
    let byteCount: Int

    /// Where the next directory is; 0 if there is none.
    var next = 0

    private var entries: [TIFFTag: TIFFEntry] = [:]

    init(_ reader: TIFFReader, place: Int, byteCount: Int) {
        self.reader = reader
        self.place = place
        self.byteCount = byteCount
    }

    /// Adds a field; of several that are the same the first one counts.
    mutating func add(_ entry: TIFFEntry, for tag: TIFFTag) {
        if entries[tag] == nil { entries[tag] = entry }
    }

    subscript(tag: TIFFTag) -> TIFFEntry? { entries[tag] }

    /// The first value of a field; nil if there is no such field.
    func integer(_ tag: TIFFTag) throws(ResponseError) -> Int? {
        guard let entry = entries[tag] else { return nil }
        guard let value = reader.integer(entry) else { throw damaged(tag, entry) }
        return value
    }

    /// Some values of a field; nil if there is no such field.
    func integers(_ tag: TIFFTag, atMost limit: Int) throws(ResponseError) -> [Int]? {
        guard let entry = entries[tag] else { return nil }
        var values: [Int] = []
        for index in 0..<min(entry.count, limit) {
            guard let value = reader.integer(entry, index) else { throw damaged(tag, entry) }
            values.append(value)
        }
        return values
    }

    /// All values of a field, if it has that many and all are finite.
    func numbers(_ tag: TIFFTag, count: Int) -> [Double]? {
        guard let entry = entries[tag], entry.count >= count else { return nil }
        let values = (0..<count).compactMap { reader.number(entry, $0) }
        return values.count == count ? values : nil
    }

    /// Where the bytes of a field are; nil if there is none or they are not all there.
    func range(_ tag: TIFFTag) -> Range<Int>? {
        guard let entry = entries[tag], entry.place <= reader.bytes.count else { return nil }
        guard entry.byteCount <= reader.bytes.count - entry.place else { return nil }
        return entry.place..<entry.place + entry.byteCount
    }

    private func damaged(_ tag: TIFFTag, _ entry: TIFFEntry) -> ResponseError {
        let isBeyond = entry.place > reader.bytes.count || entry.byteCount > reader.bytes.count - entry.place
        return isBeyond
            ? reader.bytes.cut("the values of the field \(tag.rawValue)")
            : reader.bytes.fault("the field \(tag.rawValue) has a value that it cannot have", at: entry.place)
    }
}
