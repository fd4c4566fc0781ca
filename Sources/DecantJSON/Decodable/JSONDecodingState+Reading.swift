import DecantCore

extension JSONDecodingState: DocumentReading {
    @inline(__always)
    func decoder(at place: DocumentPlace) -> JSONValueDecoder { JSONValueDecoder(self, place.node, place.depth) }

    @inline(__always)
    func isNull(_ place: DocumentPlace) -> Bool { tape[place.node].kind == .null }

    @inline(__always)
    func bool(_ place: DocumentPlace) throws -> Bool { try bool(place.node, place.depth) }

    @inline(__always)
    func string(_ place: DocumentPlace) throws -> String { try string(place.node, place.depth) }

    @inline(__always)
    func double(_ place: DocumentPlace) throws -> Double { try double(place.node, place.depth) }

    @inline(__always)
    func float(_ place: DocumentPlace) throws -> Float { try float(place.node, place.depth) }

    @inline(__always)
    func integer<Integer: FixedWidthInteger>(_ place: DocumentPlace) throws -> Integer {
        try integer(place.node, place.depth)
    }

    @inline(__always)
    func value<Value: Decodable>(_ type: Value.Type, _ place: DocumentPlace) throws -> Value {
        try value(type, place.node, place.depth)
    }
}
