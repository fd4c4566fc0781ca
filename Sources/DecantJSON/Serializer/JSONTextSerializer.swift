public import DecantCore
import DecantDocument

/// Makes values from parsed JSON texts, as the serializer does that it comes from.
@usableFromInline
package struct JSONTextDecoder<Output: Sendable>: Sendable {
    /// Makes the value of a text, and appends the findings about it.
    package typealias Make = @Sendable (consuming JSON, JSONItemMemory, inout [Finding]) throws(ResponseError) -> Output

    /// The options for parsing the texts.
    package let options: JSON.Options

    /// Makes the value of a text, and appends the findings about it.
    @usableFromInline package let output:
        @Sendable (consuming JSON, JSONItemMemory, inout [Finding]) throws(ResponseError) -> Output

    package init(_ options: JSON.Options, _ output: @escaping Make) { (self.options, self.output) = (options, output) }
}

/// Memory that is reused for the values of a stream's texts.
@usableFromInline
package final class JSONItemMemory {
    let decoding = DecodingMemory()

    /// Creates memory for one stream.
    package init() {}
}

/// A serializer of JSON whose decoding also serves for the texts of a stream: ``JSONResponseSerializer``, and what `.map` and
/// `.checking` make of it.
public protocol JSONTextSerializer<Output>: ResponseSerializer {
    /// The serializer that decodes each text.
    var textSerializer: JSONResponseSerializer<Output> { get }
}

extension JSONResponseSerializer: JSONTextSerializer {
    /// The serializer itself.
    public var textSerializer: Self { self }

    /// Makes the output with the options and strategies of this serializer.
    package var textDecoder: JSONTextDecoder<Output> {
        if let makeOfWholeText, options.path == .root { return JSONTextDecoder(options, makeOfWholeText) }
        let rules = DecodingRules(options, strategies)
        return JSONTextDecoder(options) { [make, options] (text, memory, findings) throws(ResponseError) in
            try make(text, options, rules, memory.decoding, &findings)
        }
    }
}

extension MappedResponseSerializer: JSONTextSerializer where Base: JSONTextSerializer {
    /// The serializer that decodes each text, and then transforms its value.
    public var textSerializer: JSONResponseSerializer<Output> {
        var serializer = base.textSerializer.map(transformed)
        serializer.handling = handling
        return serializer
    }
}

extension JSONResponseSerializer {
    /// A serializer of the same texts whose values are transformed.
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
        return JSONResponseSerializer<Value>(options, strategies, whole) {
            [make] (json, options, rules, memory, findings) throws(ResponseError) in
            let value = try make(json, options, rules, memory, &findings)
            return try transform(value)
        }
    }
}
