/// How a run of the scanner ended.
enum JSONScanOutcome {
    /// The text is valid, and all nodes are written.
    case done

    /// There is no room for more nodes; the scanner goes on when it is given more.
    case needsRoom

    /// The scanner is at or after the offset up to which it was to run.
    case paused

    /// The text is not valid, or exceeds a limit, at the scanner's position.
    case stopped(JSONScanStep)
}
