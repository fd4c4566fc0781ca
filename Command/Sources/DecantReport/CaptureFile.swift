package import Decant
package import DecantCaptures

/// The kinds of files with several responses.
package enum CaptureKind: String, CaseIterable {
    /// A HAR file.
    case har

    /// The output of `curl -i`, with one or more responses.
    case saved

    /// A web archive.
    case warc

    /// Returns the kind of a file with this name; nil if the name says nothing.
    package init?(fileName: String) {
        let name = fileName.lowercased()
        if name.hasSuffix(".har") {
            self = .har
        } else if [".warc", ".warc.gz", ".warc.zst"].contains(where: name.hasSuffix) {
            self = .warc
        } else {
            return nil
        }
    }
}

/// A part of a capture.
package enum CapturePart {
    /// A response, or a request without one.
    case entry(CaptureEntry)

    /// Damaged data that was skipped.
    case skipped(Finding)
}

/// A file with captured responses.
package struct CaptureFile {
    private let file: InputFile
    private let kind: CaptureKind
    private let limits: Limits

    /// Creates a file that is read from its current position.
    ///
    /// - Parameters:
    ///   - file: The open file.
    ///   - kind: The kind of the file.
    ///   - limits: The limits of the options. An entry of a HAR file may have at least 128 MiB.
    package init(_ file: InputFile, _ kind: CaptureKind, limits: Limits) {
        (self.file, self.kind, self.limits) = (file, kind, limits)
    }

    /// Reads the entries one after the other.
    ///
    /// - Parameter body: Called with each part, and with the number of bytes read so far; returns whether to continue.
    /// - Throws: `ResponseError` if the file is malformed, after the entries before the error; `UnreadableInput` if it
    ///   cannot be read.
    package func forEach(_ body: (CapturePart, Int) throws -> Bool) throws {
        switch kind {
        case .har: try forEachInArchive(body)
        case .warc: try forEachInWebArchive(body)
        case .saved:
            let bytes = try file.whole(from: file.chunk(), limits: .unlimited)
            var entries = SavedResponse.entries(of: bytes, limits: limits)
            while let entry = try entries.next(), try body(.entry(entry), bytes.count) {}
        }
    }

    private func forEachInArchive(_ body: (CapturePart, Int) throws -> Bool) throws {
        var limits = limits
        limits.itemBytes = max(limits.itemBytes, HAR.limits.itemBytes)
        var reader = HAR.Reader(limits: limits)
        var isAtEnd = false
        while !isAtEnd {
            isAtEnd = try read { chunk in if let chunk { reader.append(chunk) } else { reader.finish() } }
            while let entry = try reader.next() {
                guard try body(.entry(entry), file.readBytes) else { return }
            }
        }
    }

    private func forEachInWebArchive(_ body: (CapturePart, Int) throws -> Bool) throws {
        var reader = WARC.Reader(limits: limits)
        var isAtEnd = false
        while !isAtEnd {
            isAtEnd = try read { chunk in if let chunk { reader.append(chunk) } else { reader.finish() } }
            while let record = try reader.next() {
                if let finding = record.findings.first(where: { $0.code == .skippedRecord }) {
                    guard try body(.skipped(finding), file.readBytes) else { return }
                }
                guard let entry = record.entry else { continue }
                guard try body(.entry(entry), file.readBytes) else { return }
            }
        }
    }

    /// Passes on the next chunk of the file, or nil at its end, and returns whether the file has ended.
    private func read(_ take: ([UInt8]?) -> Void) throws -> Bool {
        let chunk = try file.available()
        take(chunk.isEmpty ? nil : chunk)
        return chunk.isEmpty
    }
}

extension ResponseDecoder {
    /// Returns the outcome of damaged data of a capture.
    ///
    /// - Parameters:
    ///   - finding: The finding about the data.
    ///   - input: The name of the file.
    package static func outcome(ofSkipped finding: Finding, in input: String) -> Outcome {
        outcome(of: input, failing: ResponseError(.malformedBody, finding.message))
    }

    /// Decodes an entry of a capture.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - input: The name of the file.
    package func outcome(of entry: CaptureEntry, in input: String) -> Outcome {
        var response = ReceivedResponse(context: entry.context, body: entry.body)
        response.entry = entry
        // A client follows a redirect, so its body is never decoded. The payload of a revisit is an earlier record.
        if entry.isRedirect || entry.findings.contains(where: { $0.code == .revisit }) {
            return Outcome(input: input, response: response, verdict: .empty, findings: entry.findings)
        }
        return outcome(of: response, input: input)
    }
}
