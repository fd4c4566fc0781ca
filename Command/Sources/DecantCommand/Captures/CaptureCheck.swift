import Decant
import DecantCaptures
import DecantReport
import Foundation

/// Lists what looks like a credential in captures and in other files, without showing it.
struct CaptureCheck {
    /// The maximum number of lines.
    private static let maxLines = 100

    private let options: RunOptions
    private let decoder: ResponseDecoder

    /// The number of credentials that were found.
    private var count = 0

    /// The number of entries whose values `--output` has hidden.
    private var hiddenCount = 0

    private var isUnreadable = false

    private init(_ options: RunOptions) {
        self.options = options
        decoder = ResponseDecoder(options.reading)
    }

    /// Checks inputs, and returns the exit status: 1 if something was found, 2 if an input cannot be read, otherwise 0.
    static func run(_ inputs: [String], options: RunOptions) -> Int32 {
        var check = CaptureCheck(options)
        let names = RawArguments()
        for input in inputs {
            let files = CaptureFolder.files(of: input)?.map { (name: $0, path: Array($0.utf8)) }
            for file in files ?? [(input, names.bytes(for: input))] { check.check(file.name, file.path) }
        }
        check.printSummary()
        return check.isUnreadable ? 2 : check.count > 0 ? 1 : 0
    }

    private mutating func check(_ name: String, _ path: [UInt8]) {
        do {
            let file = name == "-" ? InputFile.standardInput : try InputFile(opening: path)
            guard let kind = try options.reading.input.capture ?? CaptureFolder.kind(of: name, file.peek().bytes) else {
                let text = Array(try file.whole(from: file.chunk(), limits: options.reading.limits))
                for range in Credentials.ranges(in: text) { report(name, "a credential at byte \(range.lowerBound)") }
                return
            }
            var capture = CaptureFile(file, kind, limits: options.reading.limits)
            while try capture.read() {
                while let part = try capture.next() { check(part, in: name) }
            }
        } catch {
            isUnreadable = true
            let message = options.mask.message(of: ResponseDecoder.outcome(of: name, failing: error).verdict) ?? ""
            StandardStream.errors.write("\(name.visible): error: \(message.visible)\n")
        }
    }

    private mutating func check(_ part: CapturePart, in name: String) {
        guard let entry = part.entry else { return }
        if let selection = options.select, !selection.includes(decoder.outcome(of: part, in: name)) { return }
        guard entry.hiding == nil else { return hiddenCount += 1 }
        for found in entry.credentials {
            report("\(name)#\(entry.index)", "\(found.part): a credential at byte \(found.range.lowerBound)")
        }
    }

    private mutating func report(_ name: String, _ message: String) {
        count += 1
        guard count <= Self.maxLines else { return }
        StandardStream.output.write("\(name.visible): \(message.visible)\n")
    }

    private func printSummary() {
        if count > Self.maxLines {
            StandardStream.output.write("and \((count - Self.maxLines).grouped) more\n")
        }
        if hiddenCount > 0 {
            let text = "\(hiddenCount.grouped) response\(hiddenCount == 1 ? " is" : "s are") marked as hidden"
            StandardStream.errors.write("\(text), and not checked\n")
        }
    }
}
