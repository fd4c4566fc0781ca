public import DecantCore
import DecantDocument

/// A serializer that can make its output from a JSON text that was already parsed: a JSON serializer, or a map of one.
///
/// Streams parse each item once, in place, and decode it with the options of such a serializer.
public protocol JSONTextSerializer<Output>: ResponseSerializer {
    /// Makes the output of parsed texts.
    var textDecoder: JSONTextDecoder<Output> { get }
}

/// Makes values from parsed JSON texts, as the serializer does that it comes from.
public struct JSONTextDecoder<Output: Sendable>: Sendable {
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

extension JSONResponseSerializer: JSONTextSerializer {
    /// Makes the output with the options and strategies of this serializer.
    public var textDecoder: JSONTextDecoder<Output> {
        if let makeOfWholeText, options.path == .root { return JSONTextDecoder(options, makeOfWholeText) }
        let rules = DecodingRules(options, strategies)
        return JSONTextDecoder(options) { [make, options] (text, memory, findings) throws(ResponseError) in
            try make(text, options, rules, memory.decoding, &findings)
        }
    }
}

extension MappedResponseSerializer: JSONTextSerializer where Base: JSONTextSerializer {
    /// Makes the output of the underlying serializer, and transforms it.
    public var textDecoder: JSONTextDecoder<Output> {
        let decoder = base.textDecoder
        return JSONTextDecoder(decoder.options) { (text, memory, findings) throws(ResponseError) in
            try transformed(decoder.output(text, memory, &findings))
        }
    }
}
