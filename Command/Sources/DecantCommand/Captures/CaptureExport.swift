import Decant
import DecantCaptures
import DecantReport
import Foundation

/// Writes the selected responses of captures to a HAR file, with their values or their credentials hidden.
///
/// The file is written under another name, and replaces an earlier one at the end. An input is never replaced.
struct CaptureExport {
    /// The reason why the file was not written.
    private struct Failure: Error {
        let message: String
    }

    private let options: RunOptions
    private let path: String
    private let decoder: ResponseDecoder
    private var writer: HAR.Writer
    private var descriptor: Int32 = -1

    /// The number of responses that were written.
    private var count = 0

    /// The number of responses that were read.
    private var readCount = 0

    /// 1 if an input is damaged, otherwise 0.
    private var exitStatus: Int32 = 0

    private init(_ options: RunOptions, _ path: String) {
        self.options = options
        self.path = path
        decoder = ResponseDecoder(options.reading)
        writer = HAR.Writer(hiding: options.keepsValues ? .credentials : .values)
    }

    /// Writes the responses of inputs to a file, and returns the exit status.
    static func run(_ inputs: [String], options: RunOptions, path: String) -> Int32 {
        var export = CaptureExport(options, path)
        var input = path
        do {
            try export.run(inputs) { input = $0 }
            return export.exitStatus
        } catch let failure as Failure {
            StandardStream.errors.write("\(path.visible): error: \(failure.message.visible)\n")
        } catch {
            let message = ResponseDecoder.outcome(of: input, failing: error).verdict.errorMessage ?? "\(error)"
            StandardStream.errors.write("\(input.visible): error: \(message.visible)\n")
        }
        return 2
    }

    private mutating func run(_ inputs: [String], _ reading: (String) -> Void) throws {
        let names = RawArguments()
        let files = inputs.flatMap { input in
            CaptureFolder.files(of: input)?.map { (name: $0, path: Array($0.utf8)) } ?? [
                (input, names.bytes(for: input))
            ]
        }
        try checkInputs(files.filter { $0.name != "-" }.map(\.path))
        let target = URL(filePath: path).resolvingSymlinksInPath().path
        let isRenamed = path != ImageFile.standardOutput && UnsafeFiles.kind(of: Array(target.utf8)) != .other
        let partial = "\(target).\(UInt32.random(in: .min ... .max)).partial"
        if path != ImageFile.standardOutput {
            descriptor = UnsafeFiles.descriptor(writing: Array((isRenamed ? partial : target).utf8))
            guard descriptor >= 0 else { throw Failure(message: Self.unwritten) }
        }
        do {
            defer { if descriptor >= 0 { close(descriptor) } }
            for file in files {
                reading(file.name)
                try add(file.name, file.path)
            }
            try write(writer.finish())
        } catch {
            if isRenamed { try? FileManager.default.removeItem(atPath: partial) }
            throw error
        }
        if isRenamed, !UnsafeFiles.rename(Array(partial.utf8), to: Array(target.utf8)) {
            let message = Self.unwritten
            try? FileManager.default.removeItem(atPath: partial)
            throw Failure(message: message)
        }
        printSummary()
    }

    private static var unwritten: String { "the file could not be written: \(UnsafeFiles.message(for: errno))" }

    /// Checks that the file is none of those that are read.
    private func checkInputs(_ paths: [[UInt8]]) throws {
        guard path != ImageFile.standardOutput, let file = UnsafeFiles.identity(of: Array(path.utf8)) else { return }
        guard paths.contains(where: { UnsafeFiles.identity(of: $0) == file }) else { return }
        throw Failure(message: "the file is an input, so nothing is written to it")
    }

    // MARK: - Entries

    private mutating func add(_ name: String, _ path: [UInt8]) throws {
        let file = name == "-" ? InputFile.standardInput : try InputFile(opening: path)
        guard let kind = try options.reading.input.capture ?? CaptureFolder.kind(of: name, file.peek().bytes) else {
            exitStatus = 1
            return StandardStream.errors.write("\(name.visible): left out, because it has no head of a response\n")
        }
        guard kind != .warc else {
            throw Failure(message: "\(name) is a web archive; “--output” writes HAR files and saved responses")
        }
        var capture = CaptureFile(file, kind, limits: options.reading.limits)
        do {
            while try capture.read() {
                while let part = try capture.next() { try add(part, in: name) }
            }
        } catch let error as ResponseError {
            exitStatus = 1
            let message = options.mask.message(of: .failure(error)) ?? ""
            StandardStream.errors.write("\(name.visible): error after \(count) responses: \(message.visible)\n")
        }
    }

    private mutating func add(_ part: CapturePart, in name: String) throws {
        guard let entry = part.entry else { return }
        readCount += 1
        if let selection = options.select, !selection.includes(decoder.outcome(of: part, in: name)) { return }
        count += 1
        try write(writer.append(entry))
    }

    private func write(_ bytes: [UInt8]) throws {
        if path == ImageFile.standardOutput {
            StandardStream.output.write(bytes)
        } else if !UnsafeFiles.write(bytes, to: descriptor) {
            throw Failure(message: Self.unwritten)
        }
    }

    private func printSummary() {
        let hidden = options.keepsValues ? "credentials with a known name are hidden" : "values are hidden"
        var lines = ["\(path.visible): \(count) of \(readCount) responses; \(hidden), and these parts are kept:"]
        lines += writer.kept.map { "  \($0)" }
        lines.append("Look at the file before you share it: no list finds every secret.")
        StandardStream.errors.write(lines.joined(separator: "\n") + "\n")
    }
}
