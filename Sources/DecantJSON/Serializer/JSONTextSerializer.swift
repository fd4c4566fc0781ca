public import DecantCore
import DecantDocument

/// A decoder of parsed JSON texts, with the behavior of the serializer that created it.
@usableFromInline
package struct JSONTextDecoder<Output: Sendable>: Sendable {
    /// A closure that creates the value of a text, and appends the findings about it.
    package typealias Make = @Sendable (consuming JSON, JSONItemMemory, inout [Finding]) throws(ResponseError) -> Output

    /// The options for parsing the texts.
    package let options: JSON.Options

    /// Creates the value of a text, and appends the findings about it.
    @usableFromInline package let output:
        @Sendable (consuming JSON, JSONItemMemory, inout [Finding]) throws(ResponseError) -> Output

    package init(_ options: JSON.Options, _ output: @escaping Make) {
        self.options = options
        self.output = output
    }
}

/// Memory that is reused for the values of a stream's texts.
@usableFromInline
package final class JSONItemMemory {
    let decoding = DecodingMemory()

    /// Creates memory for one stream.
    package init() {}
}

/// A serializer of JSON that can also decode the texts of a stream.
///
/// ``JSONResponseSerializer`` conforms, and so do the serializers that its `.map` and `.checking` return.
public protocol JSONTextSerializer<Output>: ResponseSerializer {
    /// The serializer that decodes each text.
    var textSerializer: JSONResponseSerializer<Output> { get }
}

extension JSONResponseSerializer: JSONTextSerializer {
    /// The serializer itself.
    public var textSerializer: Self { self }

    /// The decoder of texts with the options of this serializer.
    package var textDecoder: JSONTextDecoder<Output> {
        if let makeOfWholeText, options.path == .root, !options.decoding.needsConverter {
            return JSONTextDecoder(options, makeOfWholeText)
        }
        let rules = DecodingRules(options)
        let names = options.path.names
        return JSONTextDecoder(options) { [make, options] (text, memory, findings) throws(ResponseError) in
            if names.isEmpty { return try make(text, options, { rules }, memory.decoding, &findings) }
            do throws(ResponseError) {
                return try make(copy text, options, { rules }, memory.decoding, &findings)
            } catch {
                var error = error
                error.details.lacksPart = text.existingPart(at: names)?.isNull != false
                throw error
            }
        }
    }
}

extension MappedResponseSerializer: JSONTextSerializer where Base: JSONTextSerializer {
    /// The serializer that decodes each text and transforms its value.
    public var textSerializer: JSONResponseSerializer<Output> {
        var serializer = base.textSerializer.map(transformed)
        serializer.handling = handling
        return serializer
    }
}

extension JSONResponseSerializer {
    /// Returns a serializer of the same texts that transforms each value.
    fileprivate func map<Value>(
        _ transform: @escaping @Sendable (Output) throws(ResponseError) -> Value
    ) -> JSONResponseSerializer<Value> {
        var whole: JSONTextDecoder<Value>.Make?
        if let makeOfWholeText {
            whole = { (json, memory, findings) throws(ResponseError) in
                let value = try makeOfWholeText(json, memory, &findings)
                return try transform(value)
            }
        }
        return JSONResponseSerializer<Value>(options, whole) {
            [make] (json, options, rules, memory, findings) throws(ResponseError) in
            let value = try make(json, options, rules, memory, &findings)
            return try transform(value)
        }
    }
}
