import Decant
import DecantFoundation
import DecantReport
import Foundation
import HTTPTypes

/// The source of the bytes of one input.
struct InputSource {
    enum Kind {
        case standardInput
        case file([UInt8])
        case url(String)
    }

    /// The argument, unchanged.
    let argument: String

    /// The kind of input that the argument names.
    let kind: Kind

    init(_ argument: String, _ names: RawArguments) {
        self.argument = argument
        let scheme = argument.prefix(8).lowercased()
        if argument == "-" {
            kind = .standardInput
        } else if scheme.hasPrefix("http://") || scheme == "https://" {
            kind = .url(argument)
        } else {
            kind = .file(names.bytes(for: argument))
        }
    }

    /// The argument for display: a URL without parts that could be secret.
    var name: String {
        guard case .url(let url) = kind else { return argument }
        return ResponseContext(mediaType: nil, url: url).redactedURL ?? url
    }

    /// The file name for guessing a media type.
    var fileName: String? {
        if case .file = kind { argument } else { nil }
    }
}

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Fetches the response for a URL, with any status and type.
struct InputFetch {
    private let options: ReadingOptions

    init(_ options: ReadingOptions) {
        self.options = options
    }

    /// Fetches the response of a server.
    ///
    /// - Parameter url: An http or https URL.
    /// - Returns: The response, with the overrides of the options.
    /// - Throws: ``ResponseError`` if the body is truncated or too large; ``UnreadableInput`` if no response arrived.
    func response(from url: String) async throws -> ReceivedResponse {
        guard let location = URL(string: url), location.host != nil else {
            throw UnreadableInput(message: "it is not a URL")
        }
        let method = options.method ?? .get
        var request = URLRequest(url: location)
        request.httpMethod = method.rawValue
        let decoded = try await whole(request)
        guard let head = decoded.context.head else { throw UnreadableInput(message: "no response came") }
        return ReceivedResponse(head: head, body: decoded.value, method: method, url: url, options)
    }

    private func whole(_ request: URLRequest) async throws -> DecodedResponse<ResponseBytes> {
        let serializer = DataResponseSerializer().statuses(nil).limits(options.limits)
        do throws(ResponseError) {
            let (report, bytes) = try await FetchProcess.fetch(request, limit: options.limits.bodyBytes)
            guard let head = report.head else {
                throw report.error ?? ResponseError(.transportFailed, "no response came")
            }
            let context = ResponseContext(
                head,
                method: options.method ?? .get,
                url: request.url?.absoluteString,
                codings: .decoded
            )
            let chunks = AsyncThrowingStream<Data, any Error> { stream in
                stream.yield(bytes)
                stream.finish(throwing: report.error)
            }
            return try await serializer.response(of: chunks, for: context)
        } catch {
            let isWithoutResponse = error.code == .transportFailed || error.code == .cancelled
            throw isWithoutResponse ? UnreadableInput(message: error.message) : error as any Error
        }
    }
}
