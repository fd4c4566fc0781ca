import DecantCore
public import DecantPropertyList

/// The contents of a property list, made in one way from a document and in another one from owned values.
public indirect enum ListTree: Hashable {
    case string([UInt8])
    case integer(Int128)
    case real(UInt64)
    case boolean(Bool)
    case date(UInt64)
    case data([UInt8])
    case array([ListTree])
    case set([ListTree])
    case dictionary([Entry])
    case uid(UInt64)

    /// One member of a dictionary.
    public struct Entry: Hashable {
        let key: [UInt8]
        let value: ListTree
    }
}

extension ListTree {
    /// Looks at every part of a value.
    ///
    /// - Parameter list: The value.
    public init(_ list: PropertyList) {
        switch list.kind {
        case .string: self = .string(Array((list.string ?? "").utf8))
        case .integer: self = .integer(list.integer() ?? 0)
        case .real: self = .real(Self.bits(list.real ?? 0))
        case .boolean: self = .boolean(list.bool ?? false)
        case .date: self = .date(Self.bits(list.secondsSinceReferenceDate ?? 0))
        case .data: self = .data(list.data ?? [])
        case .array: self = .array(list.array.map { $0.map { ListTree($0) } } ?? [])
        case .set: self = .set(list.set.map { $0.map { ListTree($0) } } ?? [])
        case .dictionary:
            let members = list.dictionary.map { $0.map { Entry(key: Array($0.key.utf8), value: ListTree($0.value)) } }
            self = .dictionary(members ?? [])
        case .uid: self = .uid(list.uid ?? 0)
        }
    }

    /// Takes a value of Swift values apart.
    ///
    /// - Parameter value: The value.
    public init(_ value: PropertyList.Value) {
        switch value {
        case .string(let text): self = .string(Array(text.utf8))
        case .integer(let number): self = .integer(Int128(number))
        case .wideInteger(let number): self = .integer(number)
        case .real(let number): self = .real(Self.bits(number))
        case .boolean(let isTrue): self = .boolean(isTrue)
        case .date(let seconds): self = .date(Self.bits(seconds))
        case .data(let data): self = .data(data)
        case .array(let elements): self = .array(elements.map { ListTree($0) })
        case .set(let elements): self = .set(elements.map { ListTree($0) })
        case .dictionary(let members):
            self = .dictionary(members.map { Entry(key: Array($0.key.utf8), value: ListTree($0.value)) })
        case .uid(let number): self = .uid(number)
        }
    }

    /// All that are not numbers are one.
    private static func bits(_ number: Double) -> UInt64 {
        number.isNaN ? Double.nan.bitPattern : number.bitPattern
    }
}
