import ArgumentParser

/// The options for files with several responses.
struct CaptureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Take only the responses of a capture with all these properties: host=NAME, status=CODE, type=MEDIA/TYPE, "
                + "code=ERROR, separated by commas. Several of one kind are alternatives. NAME may begin with “*.” and "
                + "end with a port. The option can be repeated.",
            valueName: "conditions"
        )
    )
    var select: [CaptureSelection] = []

    /// All conditions; nil if there are none.
    var selection: CaptureSelection? {
        select.dropFirst().reduce(into: select.first) { $0?.add($1) }
    }

    @Option(help: ArgumentHelp("Print a response of a capture as curl -i does, counted from 0.", valueName: "number"))
    var extract: Int?

    @Option(
        help: ArgumentHelp(
            "Read captures with this many jobs at the same time: several files, and the gzip members of one web "
                + "archive. The output is the same as with one job.",
            valueName: "number"
        )
    )
    var jobs: Int?

    @Flag(help: "With “--output FILE” of a capture: hide only credentials with a known name, and keep other values.")
    var keepValues = false

    @Flag(help: "List what looks like a credential, without showing it; the exit status is 1 if there is one.")
    var check = false

    @OptionGroup var secrets: SecretOptions

    func validate() throws {
        if let extract, extract < 0 {
            throw ValidationError("the responses are counted from 0, so there is no response \(extract)")
        }
        guard let jobs, !(1...CaptureJob.maxCount).contains(jobs) else { return }
        throw ValidationError("the number of jobs is between 1 and \(CaptureJob.maxCount), not \(jobs)")
    }
}
