import ArgumentParser

/// The options for files with several responses.
struct CaptureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Take only the responses of a capture with all these properties: host=NAME, status=CODE, type=MEDIA/TYPE, "
                + "code=ERROR, separated by commas. NAME may begin with “*.”.",
            valueName: "conditions"
        )
    )
    var select: CaptureSelection?

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

    @OptionGroup var secrets: SecretOptions

    func validate() throws {
        guard let jobs, !(1...CaptureJob.most).contains(jobs) else { return }
        throw ValidationError("the number of jobs is between 1 and \(CaptureJob.most), not \(jobs)")
    }
}
