import DecantReport

/// The source of the bytes of one input.
struct InputSource {
    /// The kinds of places.
    enum Place {
        case standardInput
        case file([UInt8])
        case url(String)
    }

    /// The argument, unchanged.
    let argument: String

    /// The place that the argument names.
    let place: Place

    init(_ argument: String, _ names: RawArguments) {
        self.argument = argument
        let scheme = argument.prefix(8).lowercased()
        if argument == "-" {
            place = .standardInput
        } else if scheme.hasPrefix("http://") || scheme == "https://" {
            place = .url(argument)
        } else {
            place = .file(names.bytes(for: argument))
        }
    }

    /// The name from which a media type can be guessed.
    var fileName: String? {
        if case .file = place { argument } else { nil }
    }
}
