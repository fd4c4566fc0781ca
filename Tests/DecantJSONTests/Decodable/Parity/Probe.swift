/// Writes down what a decoder answers to each question, errors included.
struct Probe {
    private(set) var lines: [String] = []

    mutating func note(_ question: String, _ answer: () throws -> Any) {
        do {
            lines.append("\(question): \(Outcome.rendered(try answer()))")
        } catch let error as DecodingError {
            lines.append("\(question): \(error.subject) \(Outcome.of { throw error })")
        } catch {
            lines.append("\(question): \(type(of: error))")
        }
    }
}
