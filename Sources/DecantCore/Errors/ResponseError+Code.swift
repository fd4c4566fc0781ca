extension ResponseError {
    /// The kind of a failure, to switch on; more may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Kind: String {
            case unacceptableStatus, missingMediaType, malformedMediaType, unacceptableMediaType, truncatedBody
            case rejected, emptyBody, limitExceeded, unknownCharset, invalidText, malformedBody, typeMismatch
            case valueNotFound, keyNotFound, dataCorrupted, missingImport, noneSucceeded, malformedHead
            case transportFailed, cancelled, unsupportedFormat
        }

        private let kind: Kind

        /// The stable word for the kind, as it appears in reports.
        public var description: String { kind.rawValue }

        /// The status is not among the acceptable ones.
        public static let unacceptableStatus = Code(kind: .unacceptableStatus)

        /// The body has no media type, and not every type is acceptable.
        public static let missingMediaType = Code(kind: .missingMediaType)

        /// The media type cannot be parsed.
        public static let malformedMediaType = Code(kind: .malformedMediaType)

        /// The media type is not among the acceptable ones.
        public static let unacceptableMediaType = Code(kind: .unacceptableMediaType)

        /// Fewer bytes came than the head, or the format's own beginning, announced.
        public static let truncatedBody = Code(kind: .truncatedBody)

        /// A check of the caller's own failed.
        public static let rejected = Code(kind: .rejected)

        /// The body is empty, and the type asked for has no value for that.
        public static let emptyBody = Code(kind: .emptyBody)

        /// A limit was exceeded; ``ResponseError/limit`` names it.
        public static let limitExceeded = Code(kind: .limitExceeded)

        /// The charset of the text is not one that is known.
        public static let unknownCharset = Code(kind: .unknownCharset)

        /// The text has bytes that its charset does not have.
        public static let invalidText = Code(kind: .invalidText)

        /// The body breaks the grammar of its format.
        public static let malformedBody = Code(kind: .malformedBody)

        /// A value is of another type than the one asked for, or does not fit into it.
        public static let typeMismatch = Code(kind: .typeMismatch)

        /// A value is null where one was asked for.
        public static let valueNotFound = Code(kind: .valueNotFound)

        /// A member that was asked for is not there.
        public static let keyNotFound = Code(kind: .keyNotFound)

        /// A value has the right type but cannot be used, as a `Decodable` type's own code decided.
        public static let dataCorrupted = Code(kind: .dataCorrupted)

        /// A Foundation type was asked for, but the program does not import `DecantFoundation`.
        public static let missingImport = Code(kind: .missingImport)

        /// The format of the body is known, but this build cannot decode it.
        public static let unsupportedFormat = Code(kind: .unsupportedFormat)

        /// No serializer of a compound could decode the response; ``ResponseError/attempts`` has their reasons.
        public static let noneSucceeded = Code(kind: .noneSucceeded)

        /// The head of a saved response cannot be read, or a head contradicts itself.
        public static let malformedHead = Code(kind: .malformedHead)

        /// The client could not get a response.
        public static let transportFailed = Code(kind: .transportFailed)

        /// The task was cancelled.
        public static let cancelled = Code(kind: .cancelled)
    }
}
