/// A serializer of values or of streams that is configured by its handling.
public protocol ResponseHandler: Sendable {
    /// The checks of a response, and the steps around decoding.
    var handling: ResponseHandling { get set }
}

extension ResponseHandler {
    /// Returns a serializer that accepts additional media types.
    ///
    /// If a response has a media type that does not belong to the format, a finding is reported.
    ///
    /// ```swift
    /// let serializer = JSONResponseSerializer(User.self).accepting("text/json", "*+json")
    /// ```
    ///
    /// - Parameter mediaTypes: Patterns such as `"text/html"` or `"text/*"`.
    public func accepting(_ mediaTypes: MediaTypePattern...) -> Self {
        changed { $0.configuration.mediaTypes?.append(contentsOf: mediaTypes) }
    }

    /// Returns a serializer that accepts any media type, and responses without one.
    public func acceptingAnyMediaType() -> Self {
        changed { $0.configuration.mediaTypes = nil }
    }

    /// Returns a serializer that accepts only the given statuses.
    ///
    /// ```swift
    /// let serializer = JSONResponseSerializer(User.self).statuses([200, 304])
    /// ```
    ///
    /// - Parameter statuses: The acceptable statuses; nil accepts any.
    public func statuses(_ statuses: StatusCodes?) -> Self {
        changed { $0.configuration.statuses = statuses }
    }

    /// Returns a serializer that decodes the body of a response with a bad status as another type.
    ///
    /// ```swift
    /// let serializer = JSONResponseSerializer(User.self).failure(.problemDetails)
    /// do throws(ResponseError) {
    ///     print(try serializer.value(of: bytes, for: response))
    /// } catch {
    ///     print(error.errorBody(as: ProblemDetails.self)?.title ?? error.message)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - serializer: The serializer of the error type. Read the value with ``ResponseError/errorBody(as:)``.
    ///   - policy: The policy that determines whether a body is decoded.
    public func failure(
        _ serializer: any ResponseSerializer,
        decoded policy: ErrorBodyPolicy = .ifAcceptable
    ) -> Self {
        changed {
            $0.failure = FailureDecoding(serializer)
            $0.configuration.errorBodies = policy
        }
    }

    /// Returns a serializer with an additional check of the head and the body.
    ///
    /// ```swift
    /// let serializer = DataResponseSerializer().validating { context, _ in
    ///     context.mediaType == nil ? [Finding(.rejected, .failure, "the media type is missing")] : []
    /// }
    /// ```
    ///
    /// - Parameter validator: A closure that inspects the response and returns findings. A finding of severity
    ///   ``Finding/Severity/failure`` rejects the response.
    public func validating(_ validator: @escaping ResponseHandling.Validator) -> Self {
        changed { $0.validators.append(validator) }
    }

    /// Returns a serializer that removes a prefix of JSON that prevents cross-site script inclusion, such as `)]}'`.
    ///
    /// A removed prefix is a finding. The built-in steps run before the custom ones.
    ///
    /// ```swift
    /// let serializer = JSONResponseSerializer(User.self).removingXSSIPrefix()
    /// ```
    public func removingXSSIPrefix() -> Self {
        changed { $0.configuration.preparation.append(.xssiPrefix) }
    }

    /// Returns a serializer that removes a UTF-8 byte-order mark before decoding.
    ///
    /// A removed mark is a finding. The serializers of text formats need no such step.
    public func removingByteOrderMark() -> Self {
        changed { $0.configuration.preparation.append(.byteOrderMark) }
    }

    /// Returns a serializer that decompresses a body that is a file in gzip or zstd, such as `sitemap.xml.gz`.
    ///
    /// A content coding of the head is decoded without this step. Such a file has none, because its media type says what
    /// it is: `application/gzip` and similar types are accepted as well. The file is known by its first bytes; other
    /// bodies stay as they are. A finding says that the file was decompressed, and how large it became. The limits are
    /// those of content codings. This step runs before the other ones, and offsets in errors count decompressed bytes.
    ///
    /// ```swift
    /// let sitemap = XMLResponseSerializer(Page.self).decompressingContent()
    /// ```
    ///
    /// A stream is decompressed as it arrives, unless it also has a content coding.
    public func decompressingContent() -> Self {
        changed {
            $0.configuration.preparation.append(.compressedContent)
            $0.configuration.add(BodyPreparation.compressedTypes)
        }
    }

    /// Returns a serializer that removes the call of a function around JSON (JSONP), such as `callback({"id": 7});`.
    ///
    /// Comments before the call, a test that the function exists, and a missing semicolon make no difference. A removed
    /// call is a finding. The media types of scripts, such as `application/javascript`, are accepted as well.
    ///
    /// ```swift
    /// let serializer = JSONResponseSerializer(User.self).removingJSONPCallback()
    /// ```
    ///
    /// A stream keeps the call, because it ends long after the first elements. Remove it from each element with this
    /// modifier of the serializer for elements.
    public func removingJSONPCallback() -> Self {
        changed {
            $0.configuration.preparation.append(.jsonpCallback)
            $0.configuration.add(BodyPreparation.scriptTypes)
        }
    }

    /// Returns a serializer that removes the text before a document, such as a warning of PHP, or an empty line before
    /// an XML declaration.
    ///
    /// A JSON document begins at the first plausible array or object at the start of a line, whose bracket also ends
    /// the body, or at the first one anywhere. An XML document or property list begins at its declaration, its document
    /// type, or an element that is not typical of HTML. Up to 1 MiB of text is searched. A page in HTML stays as it is,
    /// and so does a body of another format. A finding quotes the removed text, and offsets in errors still
    /// count from the first byte received.
    ///
    /// ```swift
    /// let serializer = XMLResponseSerializer(Page.self).removingTextBeforeDocument()
    /// ```
    ///
    /// In a stream, the document has to begin in the first 4,096 bytes, and elements wait until it has.
    public func removingTextBeforeDocument() -> Self {
        changed { $0.configuration.preparation.append(.textBeforeDocument) }
    }

    /// Returns a serializer with an additional custom step before decoding.
    ///
    /// - Parameter step: A closure that receives the body and its context and returns the body to decode. An error it
    ///   throws ends decoding; an error other than a ``ResponseError`` becomes the cause of one.
    public func preparing(_ step: @escaping ResponseHandling.Preparation) -> Self {
        changed { $0.preparations.append(step) }
    }

    /// Returns a serializer with other limits.
    public func limits(_ limits: Limits) -> Self {
        changed { $0.configuration.limits = limits }
    }

    /// Returns a serializer with modified limits.
    ///
    /// ```swift
    /// let serializer = StringResponseSerializer().limits { $0.bodyBytes = 200 << 20 }
    /// ```
    ///
    /// - Parameter change: A closure that modifies the current limits.
    public func limits(_ change: (inout Limits) -> Void) -> Self {
        changed { change(&$0.configuration.limits) }
    }

    /// Returns a serializer that passes its outcomes to a function instead of that of the task.
    ///
    /// ```swift
    /// let serializer = JSONResponseSerializer(User.self).observed { outcome in print(outcome) }
    /// ```
    public func observed(by observer: @escaping ResponseHandling.Observer) -> Self {
        changed { $0.observer = observer }
    }

    /// The value of an `Accept` field for the media types that this serializer accepts (RFC 9110 §12.5.1).
    ///
    /// The types appear in order, with decreasing weights. A pattern that the field cannot express, such as `*+json`,
    /// is represented by its best-known member.
    public var acceptValue: String {
        AcceptField.value(for: handling.configuration.mediaTypes)
    }

    private func changed(_ change: (inout ResponseHandling) -> Void) -> Self {
        var copy = self
        change(&copy.handling)
        return copy
    }
}
