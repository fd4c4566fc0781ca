import DecantReport

/// The options of a run over inputs, as plain values with defaults.
///
/// Why: parsing arguments takes 40 % of the instructions of a start, even if there are no options. Therefore, a command
/// without options runs with the defaults.
struct RunOptions: Sendable {
    /// The options for reading and decoding.
    var reading = ReadingOptions()

    /// Whether to print one line of JSON for each input, and nothing else.
    var isReport = false

    /// The path of the PNG or HAR file to write; “-” for standard output, nil for none.
    var outputPath: String?

    /// Whether a HAR file keeps its values, except credentials.
    var keepsValues = false

    /// Whether to list credentials, and nothing else.
    var isCheck = false

    /// The conditions of the responses of a capture to take; nil for all.
    var select: CaptureSelection?

    /// The index of the only response of a capture to print; nil for all.
    var extract: Int?

    /// The number of jobs that read captures.
    var jobs = 1

    /// Hides credentials of captures.
    var mask = CredentialMask(isActive: true)

    /// Whether an option is used that only captures have.
    var needsCapture: Bool { select != nil || extract != nil || keepsValues || isCheck }
}

extension RunOptions {
    /// Creates the options from parsed arguments.
    init(_ decoding: DecodingOptions, _ captures: CaptureOptions) {
        reading = ReadingOptions(decoding.format, decoding.input, decoding.validation)
        reading.thumbnail = decoding.output.thumbnail
        reading.decodesToEnd = decoding.output.report
        isReport = decoding.output.report
        outputPath = decoding.output.output
        keepsValues = captures.keepValues
        isCheck = captures.check
        select = captures.selection
        extract = captures.extract
        jobs = captures.jobs ?? 1
        mask = captures.secrets.mask
    }
}
