import Decant
import DecantFoundation
import DecantImages
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A row of the demo: a response, the serializer that decodes it, and the expected result.
struct DemoRow: Sendable {
    /// The subject of the row.
    let title: String

    /// The server's response.
    let response: DemoResponse

    /// The serializer, as written in a program.
    let code: String

    /// The expected result of the response.
    let expectation: DemoExpectation

    /// Whether the response should be an image.
    let expectsImage: Bool

    private let fetch: @Sendable (URL) async throws -> DemoResult

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - image: Returns the value as an image, or nil.
    ///   - show: Describes the value.
    init<Output>(
        _ title: String,
        _ response: DemoResponse,
        method: String = "GET",
        as serializer: some ResponseSerializer<Output>,
        _ code: String,
        _ expectation: DemoExpectation,
        expectsImage: Bool = false,
        image: @escaping @Sendable (Output) -> DecodedImage? = { _ in nil },
        show: @escaping @Sendable (Output) -> String = { "\($0)" }
    ) {
        self.init(title, response, code, expectation, expectsImage: expectsImage) { url in
            var request = URLRequest(url: url)
            request.httpMethod = method
            let decoded = try await URLSession.shared.response(for: request, as: serializer)
            let value = decoded.value
            return .value(show(value), findings: decoded.findings, images: image(value).map { [$0] } ?? [])
        }
    }

    /// Returns a row for a user in JSON.
    static func user(_ title: String, _ response: DemoResponse, _ expectation: DemoExpectation) -> DemoRow {
        DemoRow(title, response, as: .json(Demo.User.self), ".json(User.self)", expectation)
    }

    /// Creates a row that is fetched in a custom way.
    init(
        _ title: String,
        _ response: DemoResponse,
        _ code: String,
        _ expectation: DemoExpectation,
        expectsImage: Bool = false,
        fetch: @escaping @Sendable (URL) async throws -> DemoResult
    ) {
        self.title = title
        self.response = response
        self.code = code
        self.expectation = expectation
        self.expectsImage = expectsImage
        self.fetch = fetch
    }

    /// Fetches and decodes the response.
    func result(from url: URL) async -> DemoResult {
        do {
            return try await fetch(url)
        } catch let error as ResponseError {
            return .failure(error)
        } catch {
            return .failure(ResponseError(.transportFailed, "\(error)"))
        }
    }
}
