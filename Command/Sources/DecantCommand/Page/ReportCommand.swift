import ArgumentParser
import DecantReport
import Foundation

/// `decant report`: the responses of captures as a page in HTML.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write the responses of captures as a page to look at.",
        usage: "decant report [OPTION...] --output FILE INPUT...",
        discussion: """
            Inputs are HAR files, web archives, saved responses, and folders of them. The page is one file in HTML of \
            at most 20 MB, which loads nothing: totals, charts, filters, a search, each failure as decant prints it, \
            images as thumbnails, and the beginnings of bodies. With “--compare”, it also shows what changed. \
            “decant --report” prints the responses as lines of JSON instead.

            The exit status is 0 if the page was written, even if it shows failures; 1 if “--compare” finds that \
            something got worse; and 2 for incorrect usage, or if an input cannot be read or the page cannot be \
            written. Without a page, an earlier file stays as it is.
            """
    )

    /// The inputs in the help and the completions.
    @Argument(help: ArgumentHelp("A capture, or a folder of captures.", valueName: "input"), completion: .file())
    var inputs: [String] = []

    @OptionGroup var shared: SharedOptions

    @OptionGroup var secrets: SecretOptions

    @Option(
        help: ArgumentHelp("Write the page to this file; “-” writes it to standard output.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    @Option(
        help: ArgumentHelp("Show what changed since this capture or stored report.", valueName: "before"),
        completion: .file()
    )
    var compare: String?

    /// Reads the inputs and writes the page.
    ///
    /// - Throws: `ValidationError` if there is no input or no output, or `ExitCode` if the exit status is not 0.
    func run(_ inputs: [String]) throws {
        guard let output else {
            throw ValidationError("“report” needs a file for the page, as in “--output report.html”")
        }
        guard !inputs.isEmpty else { throw ValidationError("“report” needs a capture") }
        let names = RawArguments()
        try checkOutput(output, inputs, names)
        var reading = shared.reading
        reading.thumbnail = PageRow.thumbnailSide
        let captures = CaptureInputs(reading)
        var comparison: CaptureComparison?
        var style = ComparisonStyle(mask: secrets.mask, comparesReports: false)
        if let compare {
            do {
                let source = try ComparisonSource(compare, names, captures)
                style = ComparisonStyle(mask: secrets.mask, comparesReports: source.isReport)
                comparison = try CaptureComparison(source, style)
            } catch {
                throw Self.failure(ResponseDecoder.outcome(of: compare, failing: error).verdict.errorMessage, compare)
            }
        }
        var page = ReportPage(PageRow(mask: secrets.mask))
        var unreadable: ExitCode?
        for input in inputs {
            captures.forEach(of: input, names) { item in
                if case .unreadable(let message) = item.outcome.verdict {
                    unreadable = Self.failure(message, item.outcome.input)
                }
                page.add(item, comparison?.change(to: ComparedResponse(item, style)))
            }
        }
        // An earlier page stays.
        if let unreadable { throw unreadable }
        for change in comparison?.missing() ?? [] { page.add(missing: change) }
        let title = inputs.count == 1 ? Self.name(inputs[0]) : "\(inputs.count.grouped) captures"
        let result = comparison.flatMap { comparison in compare.map { (name: Self.name($0), result: comparison) } }
        try write(try page.html(title: title, comparison: result), to: output, page.totals)
        if comparison?.isWorse == true { throw ExitCode(1) }
    }

    /// Checks that the page does not replace a file that is read.
    private func checkOutput(_ output: String, _ inputs: [String], _ names: RawArguments) throws {
        guard output != ImageFile.standardOutput, let file = UnsafeFiles.identity(of: Array(output.utf8)) else {
            return
        }
        let read = (inputs + [compare].compactMap(\.self)).filter { $0 != "-" }
        let paths = read.flatMap { input in
            CaptureFolder.files(of: input)?.map { Array($0.utf8) } ?? [names.bytes(for: input)]
        }
        guard paths.contains(where: { UnsafeFiles.identity(of: $0) == file }) else { return }
        throw Self.failure("the file is an input, so the page is not written to it", output)
    }

    private func write(_ page: [UInt8], to output: String, _ totals: PageTotals) throws {
        guard output != ImageFile.standardOutput else { return StandardStream.output.write(page) }
        let descriptor = UnsafeFiles.descriptor(writing: Array(output.utf8))
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, UnsafeFiles.write(page, to: descriptor) else {
            throw Self.failure("the page could not be written: \(UnsafeFiles.message(for: errno))", output)
        }
        let (count, failures) = (totals.total.all, totals.total.failures)
        let text =
            "\(count.grouped) response\(count == 1 ? "" : "s"), \(failures.grouped) failure\(failures == 1 ? "" : "s")"
        StandardStream.output.write("\(text): \(output.visible), \(page.count.byteText)\n")
    }

    private static func name(_ input: String) -> String {
        input == "-" ? "standard input" : input.split(separator: "/").last.map(String.init) ?? input
    }

    /// Prints an error, and returns the exit status for it.
    private static func failure(_ message: String?, _ input: String) -> ExitCode {
        StandardStream.errors.write("\(input.visible): error: \((message ?? "unreadable").visible)\n")
        return ExitCode(2)
    }
}
