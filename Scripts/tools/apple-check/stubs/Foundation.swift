// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The part of Foundation that the package uses, as Apple's systems declare it. Bodies are never run.
//
// Written from the public documentation. Optional requirements of Objective-C protocols are default implementations
// here, since the check compiles without Objective-C.

@_exported public import Dispatch

public typealias TimeInterval = Double

public protocol NSObjectProtocol: AnyObject {}

open class NSObject: NSObjectProtocol, Equatable, Hashable, CustomStringConvertible {
    public init() {}
    public static func == (left: NSObject, right: NSObject) -> Bool { fatalError() }
    open func hash(into hasher: inout Hasher) {}
    open var description: String { fatalError() }
    open func copy() -> Any { fatalError() }
}

public struct Date: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    public static let timeIntervalBetween1970AndReferenceDate: TimeInterval = 978_307_200
    public init() {}
    public init(timeIntervalSinceReferenceDate interval: TimeInterval) {}
    public init(timeIntervalSince1970 interval: TimeInterval) {}
    public var timeIntervalSinceReferenceDate: TimeInterval { fatalError() }
    public var timeIntervalSince1970: TimeInterval { fatalError() }
    public static func < (left: Date, right: Date) -> Bool { fatalError() }
    public var description: String { fatalError() }
}

public struct Data: Hashable, Codable, Sendable, RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    public struct Base64DecodingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    public typealias Index = Int
    public typealias Indices = Range<Int>
    public init() {}
    public init(bytes: UnsafeRawPointer, count: Int) {}
    public init<SourceType>(buffer: UnsafeBufferPointer<SourceType>) {}
    public init<S: Sequence>(_ elements: S) where S.Element == UInt8 {}
    public init(repeating repeatedValue: UInt8, count: Int) {}
    public init?(base64Encoded base64String: String, options: Base64DecodingOptions = []) {}
    public var startIndex: Int { fatalError() }
    public var endIndex: Int { fatalError() }
    public subscript(index: Int) -> UInt8 {
        get { fatalError() }
        set {}
    }
    public subscript(bounds: Range<Int>) -> Data {
        get { fatalError() }
        set {}
    }
    public mutating func replaceSubrange<C: Collection>(_ subrange: Range<Int>, with newElements: C)
    where C.Element == UInt8 {}
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        fatalError()
    }
    @available(macOS 10.14.4, iOS 12.2, watchOS 5.2, tvOS 12.2, visionOS 1.0, *)
    public var span: Span<UInt8> {
        @_lifetime(borrow self)
        get { fatalError() }
    }
    @available(macOS 10.14.4, iOS 12.2, watchOS 5.2, tvOS 12.2, visionOS 1.0, *)
    public var bytes: RawSpan {
        @_lifetime(borrow self)
        get { fatalError() }
    }
}

public struct Decimal: Hashable, Comparable, Codable, Sendable, SignedNumeric, CustomStringConvertible {
    public typealias Magnitude = Decimal
    public init() {}
    public init(_ value: UInt64) {}
    public init(_ value: Int) {}
    public init(_ value: Double) {}
    public init(integerLiteral value: Int) {}
    public init?<T: BinaryInteger>(exactly source: T) {}
    public init(sign: FloatingPointSign, exponent: Int, significand: Decimal) {}
    public var magnitude: Decimal { fatalError() }
    public var description: String { fatalError() }
    public static func < (left: Decimal, right: Decimal) -> Bool { fatalError() }
    public static func + (left: Decimal, right: Decimal) -> Decimal { fatalError() }
    public static func - (left: Decimal, right: Decimal) -> Decimal { fatalError() }
    public static func * (left: Decimal, right: Decimal) -> Decimal { fatalError() }
    public static func += (left: inout Decimal, right: Decimal) {}
    public static func -= (left: inout Decimal, right: Decimal) {}
    public static func *= (left: inout Decimal, right: Decimal) {}
}

public struct URL: Hashable, Codable, Sendable, CustomStringConvertible {
    public init?(string: String) {}
    public var absoluteString: String { fatalError() }
    public var scheme: String? { fatalError() }
    public var host: String? { fatalError() }
    public var port: Int? { fatalError() }
    public var path: String { fatalError() }
    public var description: String { fatalError() }
}

public typealias uuid_t = (
    UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
)

public struct UUID: Hashable, Codable, Sendable, CustomStringConvertible {
    public init() {}
    public init(uuid: uuid_t) {}
    public init?(uuidString string: String) {}
    public var uuidString: String { fatalError() }
    public var description: String { fatalError() }
}

public let NSLocalizedDescriptionKey = "NSLocalizedDescription"

public protocol LocalizedError: Error {
    var errorDescription: String? { get }
    var failureReason: String? { get }
    var recoverySuggestion: String? { get }
    var helpAnchor: String? { get }
}

extension LocalizedError {
    public var errorDescription: String? { nil }
    public var failureReason: String? { nil }
    public var recoverySuggestion: String? { nil }
    public var helpAnchor: String? { nil }
}

public protocol CustomNSError: Error {
    static var errorDomain: String { get }
    var errorCode: Int { get }
    var errorUserInfo: [String: Any] { get }
}

open class NSError: NSObject, Error, @unchecked Sendable {
    open var domain: String { fatalError() }
    open var code: Int { fatalError() }
    open var userInfo: [String: Any] { fatalError() }
}

public enum POSIXErrorCode: Int32, Hashable, Sendable {
    case EPIPE = 32
    case ENETDOWN = 50
    case ECONNABORTED = 53
    case ECONNRESET = 54
    case ENOTCONN = 57
    case ETIMEDOUT = 60
}

public struct POSIXError: Error, Hashable, @unchecked Sendable {
    public typealias Code = POSIXErrorCode
    public init(_ code: Code, userInfo: [String: Any] = [:]) {}
    public var code: Code { fatalError() }
    public static func == (left: POSIXError, right: POSIXError) -> Bool { fatalError() }
    public func hash(into hasher: inout Hasher) {}
}

public struct URLError: Error, Hashable, @unchecked Sendable {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static var unknown: Code { .init(rawValue: -1) }
        public static var cancelled: Code { .init(rawValue: -999) }
        public static var badURL: Code { .init(rawValue: -1000) }
        public static var timedOut: Code { .init(rawValue: -1001) }
        public static var unsupportedURL: Code { .init(rawValue: -1002) }
        public static var cannotFindHost: Code { .init(rawValue: -1003) }
        public static var cannotConnectToHost: Code { .init(rawValue: -1004) }
        public static var networkConnectionLost: Code { .init(rawValue: -1005) }
        public static var dnsLookupFailed: Code { .init(rawValue: -1006) }
        public static var httpTooManyRedirects: Code { .init(rawValue: -1007) }
        public static var notConnectedToInternet: Code { .init(rawValue: -1009) }
        public static var badServerResponse: Code { .init(rawValue: -1011) }
        public static var cannotDecodeRawData: Code { .init(rawValue: -1015) }
        public static var cannotDecodeContentData: Code { .init(rawValue: -1016) }
        public static var cannotParseResponse: Code { .init(rawValue: -1017) }
        public static var internationalRoamingOff: Code { .init(rawValue: -1018) }
        public static var callIsActive: Code { .init(rawValue: -1019) }
        public static var dataNotAllowed: Code { .init(rawValue: -1020) }
        public static var appTransportSecurityRequiresSecureConnection: Code { .init(rawValue: -1022) }
        public static var secureConnectionFailed: Code { .init(rawValue: -1200) }
        public static var serverCertificateHasBadDate: Code { .init(rawValue: -1201) }
        public static var serverCertificateUntrusted: Code { .init(rawValue: -1202) }
        public static var serverCertificateHasUnknownRoot: Code { .init(rawValue: -1203) }
        public static var serverCertificateNotYetValid: Code { .init(rawValue: -1204) }
        public static var clientCertificateRejected: Code { .init(rawValue: -1205) }
        public static var clientCertificateRequired: Code { .init(rawValue: -1206) }
    }
    public init(_ code: Code, userInfo: [String: Any] = [:]) {}
    public var code: Code { fatalError() }
    public var errorCode: Int { fatalError() }
    public var userInfo: [String: Any] { fatalError() }
    public var failingURL: URL? { fatalError() }
    public static func == (left: URLError, right: URLError) -> Bool { fatalError() }
    public func hash(into hasher: inout Hasher) {}
}

open class URLResponse: NSObject, @unchecked Sendable {
    public init(
        url URL: URL,
        mimeType MIMEType: String?,
        expectedContentLength length: Int,
        textEncodingName name: String?
    ) {}
    open var url: URL? { fatalError() }
    open var mimeType: String? { fatalError() }
    open var expectedContentLength: Int64 { fatalError() }
    open var textEncodingName: String? { fatalError() }
}

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
    public init?(url: URL, statusCode: Int, httpVersion HTTPVersion: String?, headerFields: [String: String]?) {
        fatalError()
    }
    open var statusCode: Int { fatalError() }
    open var allHeaderFields: [AnyHashable: Any] { fatalError() }
    @available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
    open func value(forHTTPHeaderField field: String) -> String? { fatalError() }
}

public struct URLRequest: Hashable, Sendable {
    public enum CachePolicy: UInt, Sendable { case reloadIgnoringLocalCacheData }
    public init(url: URL) { fatalError() }
    public var url: URL?
    public var cachePolicy: CachePolicy
    public var httpMethod: String?
    public var httpBody: Data?
    public var timeoutInterval: TimeInterval
    public var allHTTPHeaderFields: [String: String]?
    public func value(forHTTPHeaderField field: String) -> String? { fatalError() }
    public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
    public mutating func addValue(_ value: String, forHTTPHeaderField field: String) {}
}

open class URLCache: NSObject, @unchecked Sendable {}

open class URLCredential: NSObject, @unchecked Sendable {}

open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
    open var proposedCredential: URLCredential? { fatalError() }
}

open class OperationQueue: NSObject, @unchecked Sendable {
    open func addOperation(_ block: @escaping @Sendable () -> Void) {}
}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
    open class var `default`: URLSessionConfiguration { fatalError() }
    open class var ephemeral: URLSessionConfiguration { fatalError() }
    open var httpAdditionalHeaders: [AnyHashable: Any]?
    open var httpMaximumConnectionsPerHost: Int = 0
    open var urlCache: URLCache?
}

open class URLSessionTask: NSObject, @unchecked Sendable {
    open var originalRequest: URLRequest? { fatalError() }
    open var currentRequest: URLRequest? { fatalError() }
    open var response: URLResponse? { fatalError() }
    open var error: (any Error)? { fatalError() }
    @available(macOS 12.0, iOS 15.0, watchOS 8.0, tvOS 15.0, *)
    open var delegate: (any URLSessionTaskDelegate)? {
        get { fatalError() }
        set {}
    }
    open func cancel() {}
    open func suspend() {}
    open func resume() {}
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

open class URLSession: NSObject, @unchecked Sendable {
    public enum ResponseDisposition: Int, Sendable { case cancel, allow, becomeDownload, becomeStream }
    public enum AuthChallengeDisposition: Int, Sendable {
        case useCredential, performDefaultHandling, cancelAuthenticationChallenge, rejectProtectionSpace
    }
    open class var shared: URLSession { fatalError() }
    public init(configuration: URLSessionConfiguration) {}
    public init(
        configuration: URLSessionConfiguration,
        delegate: (any URLSessionDelegate)?,
        delegateQueue queue: OperationQueue?
    ) {}
    open var delegateQueue: OperationQueue { fatalError() }
    open var delegate: (any URLSessionDelegate)? { fatalError() }
    open var configuration: URLSessionConfiguration { fatalError() }
    open func finishTasksAndInvalidate() {}
    open func invalidateAndCancel() {}
    open func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {}
    open func dataTask(with request: URLRequest) -> URLSessionDataTask { fatalError() }
    open func dataTask(with url: URL) -> URLSessionDataTask { fatalError() }
    @available(macOS 12.0, iOS 15.0, watchOS 8.0, tvOS 15.0, *)
    public func data(for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil) async throws
        -> (Data, URLResponse)
    { fatalError() }
}

public protocol URLSessionDelegate: NSObjectProtocol, Sendable {}

public protocol URLSessionTaskDelegate: URLSessionDelegate {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    )
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    )
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}

extension URLSessionTaskDelegate {
    public func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {}
    public func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {}
    public func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {}
}

public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    )
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}

extension URLSessionDataDelegate {
    public func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {}
    public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {}
}

open class JSONEncoder: @unchecked Sendable {
    public struct OutputFormatting: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let prettyPrinted = OutputFormatting(rawValue: 1)
        public static let sortedKeys = OutputFormatting(rawValue: 2)
        public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
    }
    public init() {}
    open var outputFormatting: OutputFormatting = []
    open func encode<T: Encodable>(_ value: T) throws -> Data { fatalError() }
}

open class JSONDecoder: @unchecked Sendable {
    public init() {}
    open var userInfo: [CodingUserInfoKey: any Sendable] {
        get { fatalError() }
        set {}
    }
    open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}
