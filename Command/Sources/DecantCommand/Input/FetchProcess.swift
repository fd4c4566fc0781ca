import Decant
import DecantFoundation
import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A child process of the command that fetches one response.
///
/// On Linux, some responses stop the process that runs URLSession, such as a truncated head. In a child process, such a
/// stop is an error like any other.
enum FetchProcess {
    /// The first argument of a fetching process; no option of the command has this name.
    private static let mark = "--fetch-and-report"

    /// Fetches a response in a separate process.
    ///
    /// - Parameters:
    ///   - request: The request; its fields are not passed on.
    ///   - limit: The maximum number of bytes of the body.
    /// - Returns: The report of the process, and the body.
    /// - Throws: `ResponseError` with the code `transportFailed` if the process cannot be started or is stopped.
    static func fetch(_ request: URLRequest, limit: Int) async throws(ResponseError) -> (
        report: FetchReport, body: Data
    ) {
        let process = Process()
        let output = Pipe()
        process.executableURL = executable
        process.arguments = [mark, request.url?.absoluteString ?? "", request.httpMethod ?? "GET", "\(limit)"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        // The command reports the end of the process itself, in place of the runtime's message.
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            throw ResponseError(.transportFailed, "the process that fetches cannot be started", underlying: error)
        }
        let bytes = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let bytes = output.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                continuation.resume(returning: bytes)
            }
        }
        guard process.terminationReason == .exit, process.terminationStatus == 0, let split = FetchReport.split(bytes)
        else {
            let reason = "the transfer failed: URLSession stopped the process that fetches"
            throw ResponseError(.transportFailed, reason, hint: "on Linux a head that is cut does that")
        }
        return split
    }

    /// Fetches in this process if its arguments say so, and then does not return.
    static func runIfAsked() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.first == mark, arguments.count == 4, let url = URL(string: arguments[2]),
            let limit = Int(arguments[4])
        else { return }
        var request = URLRequest(url: url)
        request.httpMethod = arguments[3]
        var limits = Limits()
        limits.bodyBytes = limit
        // The parent process decodes the error again from the complete body.
        limits.errorBodyBytes = .max
        await report(request, limits)
    }

    private static func report(_ request: URLRequest, _ limits: Limits) async -> Never {
        let serializer = DataResponseSerializer().statuses(nil).limits(limits)
        var (report, body) = (FetchReport(nil), ResponseBytes())
        do throws(ResponseError) {
            let decoded = try await URLSession.shared.response(for: request, as: serializer)
            (report, body) = (FetchReport(decoded.context), decoded.value)
        } catch {
            (report, body) = (FetchReport(error.context, error), error.body)
        }
        do {
            try FileHandle.standardOutput.write(contentsOf: try report.line() + Data(body))
            exit(0)
        } catch {
            exit(1)
        }
    }

    private static var executable: URL? {
        #if os(Linux)
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        #else
        Bundle.main.executableURL
        #endif
    }
}

/// A response as transferred from the fetching process: a line of JSON, then the bytes of the body.
struct FetchReport: Codable {
    /// The error of an incomplete transfer.
    struct Failure: Codable {
        var code: String
        var message: String
        var offset: Int?
        var hint: String?
    }

    /// The status, if a head was received.
    var status: Int?

    /// The names and values of the fields, in order.
    var fields: [[String]] = []

    /// The reason why the response is incomplete; nil if it is complete.
    var failure: Failure?

    private static let lineEnd = UInt8(ascii: "\n")

    init(_ context: ResponseContext?, _ error: ResponseError? = nil) {
        status = context?.head?.status.code
        fields = context?.head?.headerFields.map { [$0.name.rawName, $0.value] } ?? []
        failure = error.map {
            Failure(code: $0.code.description, message: $0.message, offset: $0.offset, hint: $0.hint)
        }
    }

    /// Splits the output of a process; nil if it does not contain a complete line.
    static func split(_ output: Data) -> (report: FetchReport, body: Data)? {
        guard let end = output.firstIndex(of: lineEnd),
            let report = try? JSONDecoder().decode(FetchReport.self, from: output[..<end])
        else { return nil }
        return (report, output[output.index(after: end)...])
    }

    /// The line of JSON.
    func line() throws -> Data {
        try JSONEncoder().encode(self) + [Self.lineEnd]
    }

    /// The head, if one was received.
    var head: HTTPResponse? {
        guard let status, (0...999).contains(status) else { return nil }
        var head = HTTPResponse(status: HTTPResponse.Status(code: status))
        for field in fields where field.count == 2 {
            guard let name = HTTPField.Name(field[0]) else { continue }
            head.headerFields.append(HTTPField(name: name, lenientValue: Array(field[1].utf8)))
        }
        return head
    }

    /// The error; decoding the response adds the other details.
    var error: ResponseError? {
        guard let failure else { return nil }
        switch failure.code {
        case ResponseError.Code.truncatedBody.description:
            return ResponseError(.truncatedBody, failure.message, offset: failure.offset, hint: failure.hint)
        case ResponseError.Code.limitExceeded.description:
            // The name of the limit is added again later.
            let message = failure.message.replacing(" (limit bodyBytes)", with: "")
            return ResponseError(.limitExceeded, message, offset: failure.offset, limit: .bodyBytes)
        case ResponseError.Code.malformedHead.description: return ResponseError(.malformedHead, failure.message)
        default: return ResponseError(.transportFailed, failure.message, hint: failure.hint)
        }
    }
}
