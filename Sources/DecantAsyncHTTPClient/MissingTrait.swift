#if !DecantAsyncHTTPClient
public import Decant

// Without the trait this module is empty otherwise, and a program that uses it would only learn that a name or a member is
// missing. The placeholder makes these uses errors that name the trait. The type itself is available: the compiler would
// prefer that of AsyncHTTPClient otherwise where both are imported.

/// Enable the trait DecantAsyncHTTPClient of the package Decant.
public struct HTTPClient: Sendable {
    /// A placeholder.
    public static var shared: HTTPClient { HTTPClient() }

    private init() {}

    /// Needs the trait.
    @available(*, unavailable, message: "enable the trait DecantAsyncHTTPClient of the package Decant")
    public init(configuration: Any) {}

    /// Needs the trait.
    @available(*, unavailable, message: "enable the trait DecantAsyncHTTPClient of the package Decant")
    public func value<Output>(
        for request: Any,
        as serializer: some ResponseSerializer<Output>,
        timeout: Duration? = nil,
        deadline: Any? = nil,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> Output {
        throw ResponseError(.rejected, "")
    }

    /// Needs the trait.
    @available(*, unavailable, message: "enable the trait DecantAsyncHTTPClient of the package Decant")
    public func value<Output>(
        from url: String,
        as serializer: some ResponseSerializer<Output>,
        timeout: Duration? = nil,
        deadline: Any? = nil,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> Output {
        throw ResponseError(.rejected, "")
    }

    /// Needs the trait.
    @available(*, unavailable, message: "enable the trait DecantAsyncHTTPClient of the package Decant")
    public func stream<Format: StreamFormat & ~Copyable>(
        for request: Any,
        as serializer: StreamSerializer<Format>,
        timeout: Duration? = nil
    ) async throws(ResponseError) -> sending ResponseStream<Format> {
        throw ResponseError(.rejected, "")
    }

    /// Needs the trait.
    @available(*, unavailable, message: "enable the trait DecantAsyncHTTPClient of the package Decant")
    public func stream<Format: StreamFormat & ~Copyable>(
        from url: String,
        as serializer: StreamSerializer<Format>,
        timeout: Duration? = nil
    ) async throws(ResponseError) -> sending ResponseStream<Format> {
        throw ResponseError(.rejected, "")
    }

    /// Needs the trait.
    @available(*, unavailable, message: "enable the trait DecantAsyncHTTPClient of the package Decant")
    public func response<Output>(
        for request: Any,
        as serializer: some ResponseSerializer<Output>,
        timeout: Duration? = nil,
        deadline: Any? = nil,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> DecodedResponse<Output> {
        throw ResponseError(.rejected, "")
    }
}
#endif
