import Decant

/// Takes the beginning of a body as that of a stream of events.
struct XMLEventStreamSerializer: ResponseSerializer {
    var handling = XMLEventResponseSerializer().handling
    private let rest: InputFile
    private let options: XML.Options

    init(rest: InputFile, options: XML.Options) {
        self.rest = rest
        self.options = options
    }

    func decode(_ body: ResponseBody, in context: inout DecodingContext) -> XMLEventStream {
        XMLEventStream(
            beginning: body,
            rest: rest,
            mediaType: context.mediaType,
            options: options,
            limits: context.limits
        )
    }
}
