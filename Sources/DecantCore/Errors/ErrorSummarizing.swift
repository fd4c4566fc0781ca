/// A decoded error body that can say in one line what the server complains about.
public protocol ErrorSummarizing {
    /// What is wrong, in the server's words; it is made fit to print and cut before it is shown.
    var errorSummary: String { get }
}
