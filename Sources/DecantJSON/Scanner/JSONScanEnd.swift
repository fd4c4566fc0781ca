/// Where and how the scanner has ended.
struct JSONScanEnd {
    var outcome: JSONScanOutcome
    let place: JSONScanPlace
    let quirksNeeded: JSON.Quirks

    /// The line of the place, if it is known.
    let line: Int?
}
