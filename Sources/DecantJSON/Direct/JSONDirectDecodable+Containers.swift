public import DecantCore

extension Optional: JSONDirectDecodable where Wrapped: JSONDirectDecodable {
    /// Reads null as nil, anything else as the wrapped type.
    @inlinable
    public init(from value: borrowing JSONReader) throws(ResponseError) {
        self = value.isNull ? nil : try Wrapped(from: value)
    }
}

extension Array: JSONDirectDecodable where Element: JSONDirectDecodable {
    /// Reads the elements of an array.
    @inlinable
    public init(from value: borrowing JSONReader) throws(ResponseError) {
        var reader = try value.array()
        self = []
        reserveCapacity(reader.room(for: MemoryLayout<Element>.stride))
        while let element = reader.next() { append(try Element(from: element)) }
    }
}

extension Dictionary: JSONDirectDecodable where Key == String, Value: JSONDirectDecodable {
    /// Reads the members of an object; of several with the same name the first.
    @inlinable
    public init(from value: borrowing JSONReader) throws(ResponseError) {
        var members: [String: Value] = [:]
        try value.object().forEach { (name, value) throws(ResponseError) in
            if members[name] == nil { members[name] = try Value(from: value) }
        }
        self = members
    }
}

extension JSONArrayReader {
    /// How many elements to make room for at once.
    ///
    /// A large element can take hundreds of times as much memory as its text, and the text decides about the number:
    /// beyond 1 MiB the array grows as elements are really there.
    @usableFromInline
    func room(for stride: Int) -> Int { min(count, (1 << 20) / max(stride, 1)) }
}
