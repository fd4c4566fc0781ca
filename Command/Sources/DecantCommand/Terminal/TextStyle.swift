/// Puts colours around text, or leaves it as it is.
struct TextStyle {
    /// The colours and weights in use, as the parameters of ECMA-48 §8.3.117 (SGR).
    enum Look: String {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case boldRed = "1;31"
        case green = "32"
        case yellow = "33"
        case blue = "34"
        case magenta = "35"
        case cyan = "36"
    }

    /// Whether there are colours at all.
    let isColored: Bool

    /// The text in a colour.
    func callAsFunction(_ look: Look, _ text: some StringProtocol) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(look.rawValue)m\(text)\u{1B}[0m" : String(text)
    }
}
