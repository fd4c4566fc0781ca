import DecantCore
import Foundation

/// The bodies on standard input: each is its length in decimal, a line feed, and so many bytes.
enum Bodies {
    static func read() -> [ResponseBody] {
        var rest = [UInt8](FileHandle.standardInput.readDataToEndOfFile())[...]
        var bodies: [ResponseBody] = []
        while let end = rest.firstIndex(of: 0x0A), let count = Int(String(decoding: rest[..<end], as: UTF8.self)) {
            rest = rest[(end + 1)...]
            bodies.append(ResponseBody(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return bodies
    }
}
