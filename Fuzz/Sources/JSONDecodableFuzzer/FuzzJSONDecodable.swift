import DecodableFuzzSupport
import DecantCore
import DecantJSON
import FuzzSupport

/// Decodes `Decodable` types from JSON, with the options in the first byte.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSONDecodable(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let choice = input.takeByte()
    let options = decodingOptions(choice)
    let body = input.body
    examine(body, as: Person.self, options)
    examine(body, as: [Person].self, options)
    guard let json = try? JSON(parsing: body) else { return 0 }
    examineDirectTypes(body)
    examineTree(json)
    examineLookup(json)
    examineDirectLookup(json)
    examineScalars(json)
    examineArrays(json)
    if let value: MisbehavingDecodable = try? json.decode(options: options) { _ = value.decoder.codingPath }
    return 0
}

private func decodingOptions(_ choice: UInt8) -> JSON.Options {
    var options = JSON.Options()
    if choice & 1 != 0 { options.decoding.keys = .convertFromSnakeCase }
    if choice & 2 != 0 {
        options.decoding.nonFiniteNumbers = .convertFromString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
    }
    if choice & 4 != 0 { options.decoding.data = .array }
    if choice & 8 != 0 { options.decoding.dates = .iso8601 }
    if choice & 16 != 0 { options.decoding.conversions = DecodingOptions.Conversions(rawValue: 0xFF) }
    if choice & 32 != 0 { options.decoding.dates = .lenientISO8601 }
    if choice & 64 != 0 { options.decoding.alternativeDates = [.lenientInternetMessage, .aspNet] }
    return options
}

/// Checks that every error has a location in the text and a description.
private func examine<Value: Decodable & Sendable>(
    _ body: ResponseBytes,
    as type: Value.Type,
    _ options: JSON.Options
) {
    do throws(ResponseError) {
        let context = ResponseContext(mediaType: nil)
        _ = try JSONResponseSerializer(type, options: options).value(of: body, for: context)
    } catch {
        error.examine(bodyCount: body.count)
    }
}

/// Checks that decoding agrees with direct access.
private func examineTree(_ json: JSON) {
    do throws(ResponseError) {
        let tree = try json.decode(Tree.self)
        assureEqual(tree, Tree(json), "what is decoded and what is there")
        assureEqual(direct(json, Tree.self), tree, "what is read directly and what is decoded")
    } catch {
        // Only a number outside the range of `Double` matches no type.
        assure(error.code == .typeMismatch, "a value of no type: \(error)")
    }
}

/// Checks that lookup finds members in any order, any number of times, and does not find missing ones.
private func examineLookup(_ json: JSON) {
    guard let object = json.object, let key = Lookup.names, let tree = try? json.decode(Tree.self) else { return }
    let given = object.map(\.key)
    let changed = given.map { $0 + "x" } + given.map { String($0.dropLast()) }
    let names = given.reversed() + changed + given + given.shuffledByText + given + given.reversed()
    guard case .object(let members) = tree else { return }
    do throws(ResponseError) {
        let decoder = JSON.Decoder().userInfo(names, for: key)
        let found = try json.decode(Lookup.self, options: decoder.options).found
        for (name, value) in zip(names, found) {
            assureEqual(value, json[name].map(Tree.init), "what is found for \(name.debugDescription)")
        }
        assure(given.allSatisfy { members[Array($0.utf8)] != nil }, "a name that is given is not there")
    } catch {
        fatalError("members cannot be looked up: \(error)")
    }
}

/// Checks that a directly decodable type finds the same members in any order.
private func examineDirectLookup(_ json: JSON) {
    guard json.object != nil, (try? json.decode(Tree.self)) != nil else { return }
    let expected = DirectLookup.names.map { name in
        json["\(name)"].flatMap { $0.isNull ? nil : Tree($0) }
    }
    assureEqual(direct(json, DirectLookup.self)?.found, expected, "what a type reads itself")
}

private func direct<Value: JSON.DirectDecodable>(_ json: JSON, _ type: Value.Type) -> Value? {
    do throws(ResponseError) {
        return try json.decode(direct: type)
    } catch {
        error.examine(bodyCount: .max)
        return nil
    }
}

extension [String] {
    /// A different order that depends only on the texts.
    fileprivate var shuffledByText: [String] {
        sorted { ($0.utf8.count, $0.utf8.last ?? 0) < ($1.utf8.count, $1.utf8.last ?? 0) }
    }
}

/// Checks that every scalar type decodes exactly the values that it can represent.
private func examineScalars(_ json: JSON) {
    for value in [json] + (json.array.map { Array($0.prefix(8)) } ?? []) {
        examineInteger(value, Int8.self)
        examineInteger(value, UInt16.self)
        examineInteger(value, Int32.self)
        examineInteger(value, Int.self)
        examineInteger(value, UInt.self)
        examineInteger(value, Int128.self)
        examineInteger(value, UInt128.self)
        assureEqual(decoded(value, String.self), value.string, "a string")
        assureEqual(decoded(value, Bool.self), value.bool, "a truth value")
        let double = value.double.flatMap { $0.isFinite ? $0.bitPattern : nil }
        assureEqual(decoded(value, Double.self)?.bitPattern, double, "a double")
        assureEqual(direct(value, Double.self)?.bitPattern, double, "a double, read directly")
        let float = value.number.flatMap { Float($0.text) }.flatMap { $0.isFinite ? $0.bitPattern : nil }
        assureEqual(decoded(value, Float.self)?.bitPattern, float, "a float of \(value)")
        assureEqual(direct(value, Float.self)?.bitPattern, float, "a float of \(value), read directly")
        let optional: Int?? = value.isNull ? .some(.none) : value.int.map(Optional.some)
        assureEqual(decoded(value, Int?.self), optional, "an optional integer")
    }
}

private func examineInteger<Integer: FixedWidthInteger & Decodable & JSON.DirectDecodable>(
    _ json: JSON,
    _ type: Integer.Type
) {
    assureEqual(decoded(json, type), json.integer(as: type), "\(type) of \(json)")
    assureEqual(direct(json, type), json.integer(as: type), "\(type) of \(json), read directly")
}

private func decoded<Value: Decodable>(_ json: JSON, _ type: Value.Type) -> Value? {
    do throws(ResponseError) {
        return try json.decode(type)
    } catch {
        error.examine(bodyCount: .max)
        return nil
    }
}

/// Checks that the fast path for collections agrees with decoding element by element.
private func examineArrays(_ json: JSON) {
    // Each mismatched element is an error with a description; many of them add no information.
    guard json.count <= 24 else { return }
    examineArray(json, Int.self)
    examineArray(json, Double.self)
    examineArray(json, String.self)
    examineArray(json, Bool?.self)
    examineArray(json, [UInt8].self)
    examineArray(json, [String: Int].self)
}

private func examineArray<Element: Decodable & Equatable & JSON.DirectDecodable>(_ json: JSON, _ type: Element.Type) {
    let elements = json.array.map { $0.map { decoded($0, type) } }
    let all = elements.flatMap { $0.allSatisfy { $0 != nil } ? $0.compactMap(\.self) : nil }
    assureEqual(decoded(json, [Element].self), all, "an array of \(type)")
    assureEqual(direct(json, [Element].self), all, "an array of \(type), read directly")
    let members = json.object.map { Dictionary($0.map { ($0.key, $0.value) }) { first, _ in first } }
    let values = members?.compactMapValues { decoded($0, type) }
    let dictionary = values?.count == members?.count ? values : nil
    assureEqual(decoded(json, [String: Element].self), dictionary, "a dictionary of \(type)")
    assureEqual(direct(json, [String: Element].self), dictionary, "a dictionary of \(type), read directly")
}
