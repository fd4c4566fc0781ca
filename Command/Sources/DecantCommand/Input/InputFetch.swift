import Decant

/// Fetches a URL.
struct InputFetch {
    private let options: DecodingOptions

    init(_ options: DecodingOptions) {
        self.options = options
    }

    /// Gets the response of a server, whatever it is.
    func response(from url: String) async throws -> ReceivedResponse {
        throw UnreadableInput(message: "not yet")
    }
}
