/// Counts the values of a property list, and the bytes of its strings and keys.
struct PropertyListCounter {
    private var values = 0
    private var stringBytes = 0

    var tally: Tally { Tally(counts: [values, stringBytes]) }

    mutating func add(_ text: String) {
        values += 1
        stringBytes += text.utf8.count
    }

    mutating func addScalars(_ count: Int) {
        values += count
    }

    mutating func addContainer(keys: [String]) {
        values += 1
        for key in keys { stringBytes += key.utf8.count }
    }
}
