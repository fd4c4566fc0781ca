import ArgumentParser
import HTTPTypes

/// A status as it is given on the command line.
struct StatusArgument: ExpressibleByArgument {
    let status: HTTPResponse.Status

    init?(argument: String) {
        guard argument.utf8.count <= 3, let code = UInt16(argument), code < 1000 else { return nil }
        status = HTTPResponse.Status(code: Int(code))
    }

    var defaultValueDescription: String { "\(status.code)" }
}
