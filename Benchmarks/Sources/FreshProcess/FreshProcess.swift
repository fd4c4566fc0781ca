import DecantCore
import DecantFoundation
import DecantJSON
import Foundation
import MacroModels

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Prints the nanoseconds that decoding takes in a process in which nothing has been decoded before.
///
/// Usage: FreshProcess document|direct|decodable|foundation first|repeated
///
/// `first` is the first decoding of a small object; `repeated` is the fastest of several, of 1,000 such objects.
@main
enum FreshProcess {
    private static let account = """
        {"id":482913,"login":"ada-lind","name":"Ada Lind","email":"ada@example.org","admin":false,\
        "balance":1284.75,"created_at":"2024-03-18T09:41:22Z","tags":["staff","beta"],"visits":1731}
        """

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { return }
        let time =
            arguments[2] == "first"
            ? try time(arguments[1], MacroAccount.self, account)
            : try repeated(arguments[1])
        // Printing looks up types, too.
        print(time)
    }

    private static func repeated(_ decoder: String) throws -> Int {
        let text = "[\(repeatElement(account, count: 1000).joined(separator: ","))]"
        return try (0..<10).map { _ in try time(decoder, [MacroAccount].self, text) }.min() ?? 0
    }

    private static func time<Value: Decodable & JSON.DirectDecodable>(
        _ decoder: String,
        _ type: Value.Type,
        _ text: String
    ) throws -> Int {
        let body = ResponseBytes(text.utf8)
        let data = Data(text.utf8)
        let start = nanoseconds()
        switch decoder {
        case "document": keep(try JSON(parsing: body))
        case "direct": keep(try JSON(parsing: body).decode(direct: type))
        case "decodable": keep(try JSON(parsing: body).decode(type))
        default: keep(try JSONDecoder().decode(type, from: data))
        }
        return nanoseconds() - start
    }

    private static func nanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }

    @inline(never) @_optimize(none)
    private static func keep<Value>(_ value: borrowing Value) {}
}
