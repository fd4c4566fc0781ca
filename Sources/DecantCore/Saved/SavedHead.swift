internal import HTTPTypes

/// One head of a saved response.
struct SavedHead {
    /// Status code and reason phrase.
    var status: HTTPResponse.Status

    /// The field lines in order.
    var fields: HTTPFields

    /// Where the status line begins.
    var start: Int

    /// Where the bytes behind the empty line begin.
    var end: Int

    /// Departures from the grammar that could be understood.
    var findings: [Finding]

    /// Whether responses with this status have neither body nor framing (RFC 9112 §6.3, rule 1).
    var hasNoFraming: Bool { status.kind == .informational || status.code == 204 || status.code == 304 }

    /// Whether a further head has to come; the one informational status that ends a row of heads is 101.
    var isInterim: Bool { status.kind == .informational && status.code != 101 }
}
