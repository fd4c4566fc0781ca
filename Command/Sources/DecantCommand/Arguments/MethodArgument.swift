import ArgumentParser
import HTTPTypes

/// A request method as it is given on the command line.
struct MethodArgument: ExpressibleByArgument {
    let method: HTTPRequest.Method

    init?(argument: String) {
        guard let method = HTTPRequest.Method(argument) else { return nil }
        self.method = method
    }

    var defaultValueDescription: String { method.rawValue }
}
