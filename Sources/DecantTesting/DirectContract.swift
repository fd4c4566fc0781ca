import DecantCore
public import DecantJSON

/// A comparison of the two ways in which a type reads JSON: through `Decodable`, and directly.
///
/// ```swift
/// @Test func readsAPriceDirectly() {
///     let contract = DirectContract(Price.self)
///     #expect(contract.violations(in: #"{"amount": 12.5, "currency": "eur"}"#) == [])
/// }
/// ```
///
/// Both have to give the same value, or an error with the same code, path, line, and column. The texts of errors may
/// differ. If the options convert names to keys, the path of `Decodable` has the keys, and the other has the names.
public struct DirectContract<Value: Decodable & JSON.DirectDecodable & Equatable> {
    private let options: JSON.Options

    /// Creates a comparison.
    ///
    /// - Parameters:
    ///   - type: The type, which has both `init(from:)` and the direct initializer.
    ///   - options: The options for reading the text and for `Decodable`. Of the options for `Decodable`, only the path
    ///     applies to direct decoding.
    public init(_ type: Value.Type, options: JSON.Options = JSON.Options()) {
        self.options = options
    }

    /// Compares the two ways on one body.
    ///
    /// - Returns: A sentence with both results if they differ. Nil if they agree, or if the body is not JSON.
    public func difference(in body: some Sequence<UInt8>) -> String? {
        guard let json = try? JSON(parsing: body, options: options) else { return nil }
        let decoded = Result { () throws(ResponseError) in try json.decode(Value.self, options: options) }
        let direct = Result { () throws(ResponseError) in try json.value(at: options.path).decode(direct: Value.self) }
        switch (decoded, direct) {
        case (.success(let decoded), .success(let direct)) where decoded == direct: return nil
        case (.failure(let decoded), .failure(let direct)) where isSame(decoded, direct): return nil
        default:
            let results = "Decodable gives \(Self.text(of: decoded)), direct decoding \(Self.text(of: direct))"
            return "\(results), for \(json.text())"
        }
    }

    /// Compares the two ways on a body, and on every damaged body that is still JSON.
    ///
    /// The damage is every changed bit; every value replaced by values of other types; every member removed, repeated,
    /// and renamed; and the members of every object reversed.
    ///
    /// - Parameter sample: A small body; the number of comparisons grows with its square.
    /// - Returns: A sentence for each difference; empty if there are none.
    public func violations(in sample: String) -> [String] {
        let bytes = Array(sample.utf8)
        guard let json = try? JSON(parsing: bytes, options: options) else { return ["the sample is not JSON"] }
        var violations = [difference(in: bytes)].compactMap(\.self)
        for damage in JSONDamage.all {
            for position in 0..<JSONDamage.count(of: json) {
                violations += difference(in: damage.text(of: json, at: position).utf8).map { [$0] } ?? []
            }
        }
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << bit
                violations += difference(in: damaged).map { [$0] } ?? []
            }
        }
        return violations
    }

    private func isSame(_ decoded: ResponseError, _ direct: ResponseError) -> Bool {
        decoded.code == direct.code && decoded.position == direct.position
            && decoded.path.elementsEqual(direct.path) { $0 == $1 || $0 == key(for: $1) }
    }

    /// Returns the component of the path of `Decodable` for a name.
    private func key(for name: CodingPathComponent) -> CodingPathComponent {
        guard case .key(let name) = name else { return name }
        return .key(options.decoding.keys.key(for: name))
    }

    private static func text(of result: Result<Value, ResponseError>) -> String {
        switch result {
        case .success(let value): return "\(value)"
        case .failure(let error):
            let position = error.position.map { " at \($0.line):\($0.column)" } ?? ""
            return "\(error.code) in “\(CodingPathComponent.text(of: error.path))”\(position)"
        }
    }
}

/// A change to one value of a document.
private enum JSONDamage {
    case replaced(String)
    case removed
    case repeated(String, isFirst: Bool)
    case renamed
    case escaped
    case reversed

    static let all: [JSONDamage] =
        ["null", "true", "-1", "300", "1.5", "1e400", "\"\"", "\"x\"", "[]", "[null]", "{}", "{\"x\":1}"].map(replaced)
        + ["null", "1"].flatMap { [repeated($0, isFirst: true), repeated($0, isFirst: false)] }
        + [removed, renamed, escaped, reversed]

    /// Returns the number of values in a document.
    static func count(of json: JSON) -> Int {
        let elements = json.array.map { $0.reduce(0) { $0 + count(of: $1) } } ?? 0
        let members = json.object.map { $0.reduce(0) { $0 + count(of: $1.value) } } ?? 0
        return 1 + elements + members
    }

    /// Returns the text of a document with the change to a value, counted in the order of the text.
    func text(of json: JSON, at position: Int) -> String {
        var remaining = position
        return text(of: json, &remaining)
    }

    private func text(of json: JSON, _ remaining: inout Int) -> String {
        let isTarget = remaining == 0
        remaining -= 1
        if isTarget, case .replaced(let other) = self { return other }
        if let elements = json.array {
            var texts = elements.map { text(of: $0, &remaining) }
            if isTarget, case .reversed = self { texts.reverse() }
            return "[\(texts.joined(separator: ", "))]"
        }
        guard let members = json.object else { return json.text() }
        var texts = members.map { member in
            let isTarget = remaining == 0
            return self.member(member.key, text(of: member.value, &remaining), isTarget: isTarget)
        }
        if isTarget, case .reversed = self { texts.reverse() }
        return "{\(texts.filter { !$0.isEmpty }.joined(separator: ",\n "))}"
    }

    private func member(_ name: String, _ value: String, isTarget: Bool) -> String {
        let quoted = Self.quoted(name)
        switch self {
        case .removed where isTarget: return ""
        case .renamed where isTarget: return "\(Self.quoted(name + "x")): \(value)"
        case .escaped where isTarget:
            let units = name.utf16.map { "\\u" + String(UInt32($0) + 0x10000, radix: 16).dropFirst() }
            return "\"\(units.joined())\": \(value)"
        case .repeated(let other, true) where isTarget: return "\(quoted): \(other), \(quoted): \(value)"
        case .repeated(let other, false) where isTarget: return "\(quoted): \(value), \(quoted): \(other)"
        default: return "\(quoted): \(value)"
        }
    }

    private static func quoted(_ name: String) -> String {
        let escaped = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }
}
