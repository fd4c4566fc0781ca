import DecantCaptures
import DecantReport

/// The failures of the demo, recorded as a HAR file and read again.
struct DemoCapture {
    /// The recorder of the failures.
    let recorder = CaptureRecorder()

    /// The table of the recorded responses, as for `decant traffic.har`.
    func lines(_ style: TextStyle) -> [String] {
        var reader = HAR.Reader()
        reader.append(recorder.archive)
        reader.finish()
        var table = CaptureTable()
        let decoder = ResponseDecoder(ReadingOptions())
        while let entry = try? reader.next() {
            table.add(CaptureRow(decoder.outcome(of: entry, in: "demo.har"), entry))
        }
        return ["", "The failures above, recorded as a HAR file and decoded again:"]
            + table.lines(style)
    }
}
