import DecantReport

extension String {
    /// The text in quotation marks as RFC 8259 §7 writes a string, with escapes for what could command a terminal too.
    package var quoted: String {
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted.escapedInJSON + "\""
    }
}
