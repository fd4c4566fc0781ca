import Decant
import DecantFoundation
import DecantImages
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One row of the demo: an answer, how it is asked for, and what has to become of it.
struct DemoRow: Sendable {
    /// The subject of the row.
    let title: String

    /// The answer of the server.
    let answer: DemoAnswer

    /// The serializer, as it is written in a program.
    let asked: String

    /// The expected outcome of the answer.
    let expectation: DemoExpectation

    /// Whether the answer is to be a picture.
    let isOfPicture: Bool

    private let fetch: @Sendable (URL) async -> DemoResult

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - title: The subject of the row.
    ///   - answer: The answer of the server.
    ///   - method: The method of the request.
    ///   - serializer: The serializer that decodes the answer.
    ///   - asked: The serializer, as it is written in a program.
    ///   - expectation: The expected outcome of the answer.
    ///   - isOfPicture: Whether the answer is to be a picture.
    ///   - picture: The value as a picture, if it is one.
    ///   - show: Writes the value.
    init<Output>(
        _ title: String,
        _ answer: DemoAnswer,
        method: String = "GET",
        as serializer: some ResponseSerializer<Output>,
        _ asked: String,
        _ expectation: DemoExpectation,
        isOfPicture: Bool = false,
        picture: @escaping @Sendable (Output) -> DecodedImage? = { _ in nil },
        show: @escaping @Sendable (Output) -> String = { "\($0)" }
    ) {
        self.title = title
        self.answer = answer
        self.asked = asked
        self.expectation = expectation
        self.isOfPicture = isOfPicture
        fetch = { url in
            var request = URLRequest(url: url)
            request.httpMethod = method
            do throws(ResponseError) {
                let decoded = try await URLSession.shared.response(for: request, as: serializer)
                let value = decoded.value
                return .value(show(value), findings: decoded.findings, picture: picture(value))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Creates a row that is fetched in a way of its own.
    ///
    /// - Parameters:
    ///   - title: The subject of the row.
    ///   - answer: The answer of the server.
    ///   - asked: The serializer, as it is written in a program.
    ///   - expectation: The expected outcome of the answer.
    ///   - fetch: Fetches and decodes the answer.
    init(
        _ title: String,
        _ answer: DemoAnswer,
        _ asked: String,
        _ expectation: DemoExpectation,
        fetch: @escaping @Sendable (URL) async -> DemoResult
    ) {
        self.title = title
        self.answer = answer
        self.asked = asked
        self.expectation = expectation
        isOfPicture = false
        self.fetch = fetch
    }

    /// Fetches and decodes the answer.
    ///
    /// - Parameter url: The URL of the answer.
    /// - Returns: The outcome.
    func result(from url: URL) async -> DemoResult {
        await fetch(url)
    }
}
