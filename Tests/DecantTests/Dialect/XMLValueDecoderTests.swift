import Decant
import Testing

/// Every scalar in every kind of container, for XML and JSON.
///
/// Each container has one function per type, and none may accept another type.
@Suite struct XMLValueDecoderTests {
    private struct Scalars: Decodable, Equatable {
        var bool = true
        var float: Float = 1.5
        var double = -2.5
        var string = "text"
        var int = -1
        var int8 = Int8.min
        var int16 = Int16.min
        var int32 = Int32.min
        var int64 = Int64.min
        var int128 = Int128(Int64.min)
        var uint: UInt = 1
        var uint8 = UInt8.max
        var uint16 = UInt16.max
        var uint32 = UInt32.max
        var uint64 = UInt64.max
        var uint128 = UInt128(UInt64.max)
    }

    private struct Optionals: Decodable, Equatable {
        var bool: Bool?
        var float: Float?
        var double: Double?
        var string: String?
        var int: Int?
        var int8: Int8?
        var int16: Int16?
        var int32: Int32?
        var int64: Int64?
        var int128: Int128?
        var uint: UInt?
        var uint8: UInt8?
        var uint16: UInt16?
        var uint32: UInt32?
        var uint64: UInt64?
        var uint128: UInt128?

        static let all = Optionals(
            bool: true,
            float: 1.5,
            double: -2.5,
            string: "text",
            int: -1,
            int8: .min,
            int16: .min,
            int32: .min,
            int64: .min,
            int128: Int128(Int64.min),
            uint: 1,
            uint8: .max,
            uint16: .max,
            uint32: .max,
            uint64: .max,
            uint128: UInt128(UInt64.max)
        )
    }

    /// The same scalars in an unkeyed container.
    private struct List: Decodable {
        var scalars = Scalars()

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            scalars.bool = try container.decode(Bool.self)
            scalars.float = try container.decode(Float.self)
            scalars.double = try container.decode(Double.self)
            scalars.string = try container.decode(String.self)
            scalars.int = try container.decode(Int.self)
            scalars.int8 = try container.decode(Int8.self)
            scalars.int16 = try container.decode(Int16.self)
            scalars.int32 = try container.decode(Int32.self)
            scalars.int64 = try container.decode(Int64.self)
            scalars.int128 = try container.decode(Int128.self)
            scalars.uint = try container.decode(UInt.self)
            scalars.uint8 = try container.decode(UInt8.self)
            scalars.uint16 = try container.decode(UInt16.self)
            scalars.uint32 = try container.decode(UInt32.self)
            scalars.uint64 = try container.decode(UInt64.self)
            scalars.uint128 = try container.decode(UInt128.self)
            guard container.isAtEnd else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "more than there should be")
            }
        }
    }

    private static let members: [(name: String, text: String)] = [
        ("bool", "true"), ("float", "1.5"), ("double", "-2.5"), ("string", "text"), ("int", "-1"), ("int8", "-128"),
        ("int16", "-32768"), ("int32", "-2147483648"), ("int64", "-9223372036854775808"),
        ("int128", "-9223372036854775808"), ("uint", "1"), ("uint8", "255"), ("uint16", "65535"),
        ("uint32", "4294967295"),
        ("uint64", "18446744073709551615"), ("uint128", "18446744073709551615"),
    ]

    private static var xml: XML.Document {
        get throws {
            try XML.Document(parsing: "<r>\(members.map { "<\($0.name)>\($0.text)</\($0.name)>" }.joined())</r>".utf8)
        }
    }

    private static func value(_ member: (name: String, text: String)) -> String {
        member.name == "string" ? "\"\(member.text)\"" : member.text
    }

    private static var json: JSON {
        get throws {
            try JSON(parsing: "{\(members.map { "\"\($0.name)\":\(value($0))" }.joined(separator: ","))}".utf8)
        }
    }

    @Test func keyedContainersReadEveryScalar() throws {
        #expect(try Self.xml.decode(Scalars.self) == Scalars())
        #expect(try Self.json.decode(Scalars.self) == Scalars())
    }

    @Test("Keyed containers read every scalar that may be absent") func keyedContainersReadEveryScalarThatMayBe() throws
    {
        #expect(try Self.xml.decode(Optionals.self) == Optionals.all)
        #expect(try Self.json.decode(Optionals.self) == Optionals.all)
        #expect(try XML.Document(parsing: "<r/>".utf8).decode(Optionals.self) == Optionals())
        #expect(try JSON(parsing: "{}".utf8).decode(Optionals.self) == Optionals())
    }

    @Test func containersWithoutKeysReadEveryScalar() throws {
        #expect(try Self.xml.decode(List.self).scalars == Scalars())
        let array = "[\(Self.members.map(Self.value).joined(separator: ","))]"
        #expect(try JSON(parsing: array.utf8).decode(List.self).scalars == Scalars())
    }

    @Test(arguments: members.filter { $0.name != "string" && $0.name != "bool" }.map(\.name))
    func noScalarIsTakenForAnother(name: String) throws {
        let wrong = Self.members.map { (name: $0.name, text: $0.name == name ? "\"x\"" : Self.value($0)) }
        let json = "{\(wrong.map { "\"\($0.name)\":\($0.text)" }.joined(separator: ","))}"
        let error = #expect(throws: ResponseError.self) { try JSON(parsing: json.utf8).decode(Scalars.self) }
        #expect(error?.code == .typeMismatch)
        #expect(error?.path == [.key(name)])
    }
}
