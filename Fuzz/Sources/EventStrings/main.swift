import DecantStreams
import EventStreamModel

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

// Compares the reader of event streams with its model, on all strings up to a given length.
//
// Usage: event-strings [LENGTH]; 8 by default. Exits with 1 at the first string with different results.

let letters: [[UInt8]] = [
    [0x0D], [0x0A], [0x3A], [0x20], [0x64], Array("data".utf8), [0], [0xEF, 0xBB, 0xBF],
]
let length = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8

/// Returns the string with a number among all strings of a length.
func string(_ number: Int, _ length: Int) -> [UInt8] {
    var (bytes, rest) = ([UInt8](), number)
    for _ in 0..<length {
        bytes += letters[rest % letters.count]
        rest /= letters.count
    }
    return bytes
}

/// Returns the first string of a length whose reading differs from the model.
func firstDifference(_ length: Int, _ numbers: Range<Int>) -> [UInt8]? {
    for number in numbers {
        let bytes = string(number, length)
        let (model, whole) = (ServerSentEventsModel(bytes), ServerSentEventsReading([bytes[...]]))
        let single = ServerSentEventsReading(bytes.indices.map { bytes[$0...$0] })
        let isSame =
            whole.events == model.events && whole.lastEventID == model.lastEventID && whole.error == nil
            && single == whole
        if !isSame { return bytes }
    }
    return nil
}

var count = 0
for length in 0...length {
    let strings = (0..<length).reduce(1) { product, _ in product * letters.count }
    let parts = min(strings, 64)
    let difference = await withTaskGroup(of: [UInt8]?.self) { group in
        for part in 0..<parts {
            group.addTask { firstDifference(length, strings * part / parts..<strings * (part + 1) / parts) }
        }
        for await difference in group where difference != nil { return difference }
        return nil
    }
    if let difference {
        print("another result for \(difference)")
        exit(1)
    }
    count += strings
}
print("\(count) strings of up to \(length) letters are read as by the model")
