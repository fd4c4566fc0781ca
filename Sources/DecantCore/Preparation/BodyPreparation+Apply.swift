extension BodyPreparation {
    /// Takes the step.
    func apply(to body: ResponseBody, in context: inout DecodingContext) -> ResponseBody {
        switch self {
        case .byteOrderMark:
            guard body.hasUTF8Mark else { return body }
            context.report(Finding(.byteOrderMark, .note, "a UTF-8 byte-order mark was dropped", offset: 0))
            return body.dropFirst(3)
        case .xssiPrefix:
            return Self.withoutXSSIPrefix(body, in: &context)
        }
    }

    private static func withoutXSSIPrefix(_ body: ResponseBody, in context: inout DecodingContext) -> ResponseBody {
        let length = XSSIPrefix.length(in: body)
        guard length > 0 else { return body }
        let message = "a prefix of \(length) bytes against cross-site inclusion was dropped"
        context.report(Finding(.xssiPrefix, .note, message, offset: body.start))
        return body.dropFirst(length)
    }
}
