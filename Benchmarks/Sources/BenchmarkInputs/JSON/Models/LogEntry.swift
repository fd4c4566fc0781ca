/// One entry of the file `logs`, which is an array of them.
package struct LogEntry: Decodable {
    package let time: String
    package let level: String
    package let logger: String
    package let message: String
    package let method: String
    package let path: String
    package let status: Int
    package let duration: Double
    package let trace: String
    package let user: String?
}
