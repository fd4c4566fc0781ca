import ArgumentParser

/// What the bytes of an input are.
enum InputKind: String, CaseIterable, ExpressibleByArgument {
    /// A saved response if they begin as one does, else a body.
    case auto

    /// A saved response.
    case response

    /// A body.
    case body
}
