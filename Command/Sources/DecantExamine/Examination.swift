import Decant
import DecantCaptures
import DecantReport
import Foundation
import HTTPTypes

/// A run of `decant-examine`: decodes files, and prints a line with digests for each.
package struct Examination {
    private let options: ExamineOptions
    private let decoder: ResponseDecoder

    /// Receives a line for standard output.
    private let print: (String) -> Void

    /// Receives a line for standard error.
    private let complain: (String) -> Void

    private init(_ options: ExamineOptions, print: @escaping (String) -> Void, complain: @escaping (String) -> Void) {
        self.options = options
        self.print = print
        self.complain = complain
        decoder = ResponseDecoder(options.reading)
    }

    /// Runs the command.
    ///
    /// - Parameters:
    ///   - print: Receives the lines for standard output.
    ///   - complain: Receives the lines for standard error.
    /// - Returns: The exit status: 0 if every file gave a value or an allowed empty, 1 if some failed, 2 after a usage
    ///   error or a file that cannot be read.
    package static func run(
        _ arguments: [[UInt8]],
        print: @escaping (String) -> Void = { write($0, to: .standardOutput) },
        complain: @escaping (String) -> Void = { write($0, to: .standardError) }
    ) -> Int32 {
        do throws(ExamineOptions.UsageError) {
            let options = try ExamineOptions(arguments)
            let examination = Examination(options, print: print, complain: complain)
            return options.paths.reduce(0) { max($0, examination.examine($1)) }
        } catch {
            complain("decant-examine: \(error)")
            return 2
        }
    }

    /// Decodes a file, prints its line, and returns its exit status.
    private func examine(_ path: [UInt8]) -> Int32 {
        if let kind = options.capture { return examine(path, kind) }
        let outcome = outcome(of: path)
        guard options.isReport else { return printDigest(of: outcome) }
        print(ReportLine(outcome, further: options.isDigest ? digests(of: outcome) : [:]).text)
        return outcome.verdict.exitStatus
    }

    private func outcome(of path: [UInt8]) -> Outcome {
        let name = String(decoding: path, as: UTF8.self)
        if name == "-" { return decoder.outcome(of: name, named: nil) { .standardInput } }
        return decoder.outcome(of: name, named: name) { try InputFile(opening: path) }
    }

    /// Decodes the entries of a capture, and prints a line for each, and one for an error of the file.
    private func examine(_ path: [UInt8], _ kind: CaptureKind) -> Int32 {
        let name = String(decoding: path, as: UTF8.self)
        var status: Int32 = 0
        do {
            var file = CaptureFile(try InputFile(opening: path), kind, limits: options.reading.limits)
            while try file.read() {
                while let part = try file.next() { status = max(status, examine(part, of: name)) }
            }
        } catch {
            let outcome = ResponseDecoder.outcome(of: name, failing: error)
            status = max(status, outcome.verdict.exitStatus)
            if options.isReport {
                print(ReportLine(outcome, further: ["entry": .null]).text)
            } else {
                complain("\(name.visible): \(error)")
            }
        }
        return status
    }

    /// Decodes a part of a capture, prints its line, and returns its exit status.
    private func examine(_ part: CapturePart, of name: String) -> Int32 {
        let (outcome, entry) = (decoder.outcome(of: part, in: name), part.entry)
        let digest = options.isDigest ? entry.map { SHA256.digest(of: $0.body.span).hexadecimal } : nil
        if options.isReport {
            print(ReportLine(outcome, further: members(of: entry, digest)).text)
        } else {
            print("\(digest ?? "-")  \(name.visible)#\(entry.map { "\($0.index)" } ?? "-")")
        }
        return outcome.verdict.exitStatus
    }

    /// The members of a line that only an entry of a capture has.
    private func members(of entry: CaptureEntry?, _ digest: String?) -> [String: JSON.Value] {
        [
            "entry": JSON.Value(entry?.index), "url": JSON.Value(entry?.context.url),
            "method": JSON.Value(entry?.context.method?.rawValue), "sha256": JSON.Value(digest),
        ]
    }

    /// The members of a line with digests; null without a value.
    private func digests(of outcome: Outcome) -> [String: JSON.Value] {
        guard case .value(let value) = outcome.verdict, let value = value as? any DigestedValue else {
            return ["digest": .null]
        }
        // The whole value has already been decoded, so digesting it cannot fail.
        let digest = (try? value.digest())?.hexadecimal
        return value.furtherDigests.merging(["digest": JSON.Value(digest)]) { $1 }
    }

    /// Prints the digest and the name of a file, or its error.
    private func printDigest(of outcome: Outcome) -> Int32 {
        let input = outcome.input.visible
        do throws(ResponseError) {
            switch outcome.verdict {
            case .value(let value):
                guard let value = value as? any DigestedValue else { return 1 }
                print("\(try value.digest().hexadecimal)  \(input)")
            case .empty: complain("\(input): empty, as it has to be")
            case .failure(let error): throw error
            case .unreadable(let message): complain("\(input): unreadable: \(message.visible)")
            }
        } catch {
            complain("\(input): \(error)")
            return 1
        }
        return outcome.verdict.exitStatus
    }

    private static func write(_ line: String, to stream: FileHandle) {
        do {
            try stream.write(contentsOf: Data("\(line)\n".utf8))
        } catch {
            // Standard output has been closed by its reader.
            exit(2)
        }
    }
}
