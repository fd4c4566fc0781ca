package import Decant
package import DecantCaptures

/// The kinds of files with several responses.
package enum CaptureKind: String, CaseIterable {
    /// A HAR file.
    case har

    /// The output of `curl -i`, with one or more responses.
    case saved
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
    /// - Parameter body: Called with each entry, and with the number of bytes read so far; returns whether to continue.
    /// - Throws: `ResponseError` if the file is malformed, after the entries before the error; `UnreadableInput` if it
    ///   cannot be read.
    package func forEach(_ body: (CaptureEntry, Int) throws -> Bool) throws {
        switch kind {
        case .har: try forEachInArchive(body)
        case .saved:
            let bytes = try file.whole(from: file.chunk(), limits: .unlimited)
            var entries = SavedResponse.entries(of: bytes, limits: limits)
            while let entry = try entries.next(), try body(entry, bytes.count) {}
        }
    }

    private func forEachInArchive(_ body: (CaptureEntry, Int) throws -> Bool) throws {
        var limits = limits
        limits.itemBytes = max(limits.itemBytes, HAR.limits.itemBytes)
        var reader = HAR.Reader(limits: limits)
        var count = 0
        while true {
            let chunk = try file.chunk()
            count += chunk.count
            if chunk.isEmpty { reader.finish() } else { reader.append(chunk) }
            while let entry = try reader.next() {
                guard try body(entry, count) else { return }
            }
            if chunk.isEmpty { return }
        }
    }
}

extension ResponseDecoder {
    /// Decodes an entry of a capture.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - input: The name of the file.
    package func outcome(of entry: CaptureEntry, in input: String) -> Outcome {
        var response = ReceivedResponse(context: entry.context, body: entry.body)
        response.entry = entry
        // A client follows a redirect, so its body is never decoded.
        if entry.isRedirect {
            return Outcome(input: input, response: response, verdict: .empty, findings: entry.findings)
        }
        return outcome(of: response, input: input)
    }
}
