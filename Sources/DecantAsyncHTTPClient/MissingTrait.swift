#if !DecantAsyncHTTPClient
public import Decant

// Without the trait, the module would be empty, and errors in programs that use it would only mention a missing name or
// member. With this placeholder, the errors name the trait. The type itself is available; otherwise the compiler would
// prefer the type of AsyncHTTPClient where both are imported.

/// A placeholder: enable the trait DecantAsyncHTTPClient of the package Decant.
public struct HTTPClient: Sendable {
    /// A placeholder for the shared client.
    public static var shared: HTTPClient { HTTPClient() }

    private init() {}
}

@available(*, unavailable, message: "enable the trait DecantAsyncHTTPClient of the package Decant")
extension HTTPClient {
    /// Needs the trait.
    public init(configuration: Any) {}

    /// Needs the trait.
    public func value<Output: Sendable>(
        for request: Any,
        as serializer: any ResponseSerializer<Output>,
        timeout: Duration? = nil,
        deadline: Any? = nil,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> Output {
        throw ResponseError(.rejected, "")
    }

    /// Needs the trait.
    public func value<Output: Sendable>(
        from url: String,
        as serializer: any ResponseSerializer<Output>,
        timeout: Duration? = nil,
        deadline: Any? = nil,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> Output {
        throw ResponseError(.rejected, "")
    }

    /// Needs the trait.
    public func stream<Element>(
        for request: Any,
        as serializer: StreamSerializer<Element>,
        timeout: Duration? = nil
    ) async throws(ResponseError) -> sending ResponseStream<Element> {
        throw ResponseError(.rejected, "")
    }

    /// Needs the trait.
    public func stream<Element>(
        from url: String,
        as serializer: StreamSerializer<Element>,
        timeout: Duration? = nil
    ) async throws(ResponseError) -> sending ResponseStream<Element> {
        throw ResponseError(.rejected, "")
    }

    /// Needs the trait.
    public func events<Element>(
        for request: Any,
        as serializer: StreamSerializer<Element>,
        reconnection: ReconnectionPolicy = ReconnectionPolicy(),
        timeout: Duration? = nil
    ) -> ReconnectingStream<Element> {
        ReconnectingStream(reconnection) { _ throws(ResponseError) in throw ResponseError(.rejected, "") }
    }

    /// Needs the trait.
    public func events<Element>(
        from url: String,
        as serializer: StreamSerializer<Element>,
        reconnection: ReconnectionPolicy = ReconnectionPolicy(),
        timeout: Duration? = nil
    ) -> ReconnectingStream<Element> {
        ReconnectingStream(reconnection) { _ throws(ResponseError) in throw ResponseError(.rejected, "") }
    }

    /// Needs the trait.
    public func events<Element>(
        as serializer: StreamSerializer<Element>,
        reconnection: ReconnectionPolicy = ReconnectionPolicy(),
        timeout: Duration? = nil,
        request: () async throws -> Any
    ) -> ReconnectingStream<Element> {
        ReconnectingStream(reconnection) { _ throws(ResponseError) in throw ResponseError(.rejected, "") }
    }

    /// Needs the trait.
    public func response<Output>(
        for request: Any,
        as serializer: any ResponseSerializer<Output>,
        timeout: Duration? = nil,
        deadline: Any? = nil,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> DecodedResponse<Output> {
        throw ResponseError(.rejected, "")
    }
}
#endif
