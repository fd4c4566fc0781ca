/// The answer of a terminal that was asked for its primary device attributes: `ESC [ ? 64 ; 4 c`.
package struct DeviceAttributes {
    /// The number of the attribute for pictures as sixels.
    static let sixels = 4

    /// The numbers; none if there is no such answer among the bytes.
    package let numbers: [Int]

    /// Looks for the answer among bytes, which may include typed characters, too.
    package init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let start = text.firstRange(of: "\u{1B}[?")?.upperBound else {
            numbers = []
            return
        }
        let answer = text[start...].prefix { $0.isASCII && ($0.isNumber || $0 == ";") }
        let isComplete = text[answer.endIndex...].first == "c"
        numbers = isComplete ? answer.split(separator: ";").compactMap { Int($0) } : []
    }
}
