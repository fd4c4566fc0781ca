import Decant
import DecantFoundation
import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A process of the command itself that fetches one response.
///
/// On Linux some answers stop the process that URLSession runs in, such as a head that is cut. Here that is a process of its
/// own, and its end an error like any other.
enum FetchProcess {
    /// The first argument by which a process is told to fetch; no option of the command has this name.
    private static let mark = "--fetch-and-report"

    /// Fetches a response in a process of its own.
    ///
    /// - Parameters:
    ///   - request: The request; of its fields, none is passed on.
    ///   - limit: The number of bytes that the body may have.
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
        // What the runtime says about the end of a process is said here in other words.
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

    /// Runs this process as one that fetches, if its arguments say so, and then does not return.
    static func runIfAsked() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.first == mark, arguments.count == 4, let url = URL(string: arguments[2]),
            let limit = Int(arguments[4])
        else { return }
        var request = URLRequest(url: url)
        request.httpMethod = arguments[3]
        var limits = Limits()
        limits.bodyBytes = limit
        // An error is decoded anew from all that came.
        limits.errorBodyBytes = .max
        await report(request, limits)
    }

    private static func report(_ request: URLRequest, _ limits: Limits) async -> Never {
        let serializer = DataResponseSerializer().accepting(statuses: nil).limits(limits)
        var (report, body) = (FetchReport(nil), ResponseBody())
        do throws(ResponseError) {
            let decoded = try await URLSession.shared.decodedResponse(for: request, as: serializer)
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
