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

/// Prints the nanoseconds that the first decoding of a small object takes in a process.
///
/// Usage: FirstDecode document|direct|decodable|foundation
@main
enum FirstDecode {
    private static let text = """
        {"id":482913,"login":"ada-lind","name":"Ada Lind","email":"ada@example.org","admin":false,\
        "balance":1284.75,"created_at":"2024-03-18T09:41:22Z","tags":["staff","beta"],"visits":1731}
        """

    static func main() throws {
        let decoder = CommandLine.arguments.last ?? ""
        let body = ResponseBytes(text.utf8)
        let data = Data(text.utf8)
        let start = nanoseconds()
        switch decoder {
        case "document": keep(try JSON(parsing: body))
        case "direct": keep(try JSON(parsing: body).decode(direct: MacroAccount.self))
        case "decodable": keep(try JSON(parsing: body).decode(MacroAccount.self))
        case "foundation": keep(try JSONDecoder().decode(MacroAccount.self, from: data))
        default: return
        }
        // Printing looks up types, too.
        let end = nanoseconds()
        print(end - start)
    }

    private static func nanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }

    @inline(never) @_optimize(none)
    private static func keep<Value>(_ value: borrowing Value) {}
}
