/// Where and how the scanner has ended.
struct JSONScanEnd {
    var outcome: JSONScanOutcome
    let place: JSONScanPlace
    let quirksNeeded: JSON.Quirks

    /// The content that is not in the text as it is.
    let pool: [UInt8]

    /// The line of the place, if it is known.
    let line: Int?
}
