import Decant
import DecantCaptures
import DecantReport
import Foundation

/// The responses of files and folders, each decoded.
struct CaptureInputs {
    /// A response with its origin.
    struct Item {
        /// The result of decoding it.
        let outcome: Outcome

        /// The entry of the capture; nil for a file without captured responses, and for damaged data.
        let entry: CaptureEntry?

        /// The path of the file in the folder that is an input; empty if the file itself is the input.
        let path: String
    }

    /// The options for reading.
    let reading: ReadingOptions

    private let decoder: ResponseDecoder

    init(_ reading: ReadingOptions) {
        self.reading = reading
        decoder = ResponseDecoder(reading)
    }

    /// Decodes the responses of an input in order.
    ///
    /// - Parameters:
    ///   - input: A file, a folder, or “-” for standard input.
    ///   - receive: Receives each response. An unreadable file is also an outcome.
    func forEach(of input: String, _ names: RawArguments, _ receive: (Item) -> Void) {
        guard let files = CaptureFolder.files(of: input) else {
            return forEach(in: input, names.bytes(for: input), path: "", receive)
        }
        for file in files {
            forEach(in: file, Array(file.utf8), path: String(file.dropFirst(input.count + 1)), receive)
        }
    }

    private func forEach(in input: String, _ bytes: [UInt8], path: String, _ receive: (Item) -> Void) {
        do {
            let isStandardInput = input == "-"
            let file = isStandardInput ? InputFile.standardInput : try InputFile(opening: bytes)
            let kind = try reading.input.capture ?? CaptureFolder.kind(of: input, file.peek().bytes)
            guard let kind else {
                let outcome = decoder.outcome(of: input, named: isStandardInput ? nil : input) { file }
                return receive(Item(outcome: outcome, entry: nil, path: path))
            }
            var capture = CaptureFile(file, kind, limits: reading.limits)
            while try capture.read() {
                while let part = try capture.next() {
                    receive(Item(outcome: decoder.outcome(of: part, in: input), entry: part.entry, path: path))
                }
            }
        } catch {
            receive(Item(outcome: ResponseDecoder.outcome(of: input, failing: error), entry: nil, path: path))
        }
    }
}
