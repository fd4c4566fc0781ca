/// What the scanner was about to read when it stopped; together with the byte it stopped at, the reason.
enum JSONScanStep: UInt8 {
    /// A value: at the top, as an element, or behind a colon.
    case value

    /// A name, behind a brace or a comma.
    case member

    /// The colon behind a name.
    case colon

    /// The comma behind a value, or the end of the array, the object or the text.
    case commaOrEnd

    /// The inside of a name.
    case name

    /// The inside of a string.
    case string

    /// A digit of a number.
    case digit

    /// The character behind a leading zero.
    case leadingZero

    /// A number longer than the limit.
    case numberLength

    /// A container deeper than the limit.
    case depth

    /// A node more than the limit.
    case nodes
}
