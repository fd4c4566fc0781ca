import DecantReport

extension String {
    /// The text between tags, with references for characters that could control a terminal, too, which do not change its
    /// meaning.
    package var escapedInXML: String { escapedInXML(isValue: false) }

    /// The text in an attribute between quotation marks, escaped as ``escapedInXML``.
    package var escapedInXMLValue: String { escapedInXML(isValue: true) }

    private func escapedInXML(isValue: Bool) -> String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">" where !isValue: escaped += "&gt;"
            case "\"" where isValue: escaped += "&quot;"
            case "\t" where !isValue, "\n" where !isValue: escaped.unicodeScalars.append(scalar)
            case "\n": escaped += "&#xA;"
            case _ where scalar.isHazardous: escaped += "&#x\(String(scalar.value, radix: 16, uppercase: true));"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
