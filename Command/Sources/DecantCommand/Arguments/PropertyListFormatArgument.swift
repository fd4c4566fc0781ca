import ArgumentParser
import Decant

/// Which formats of property lists are accepted, as it is given on the command line.
enum PropertyListFormatArgument: String, CaseIterable, ExpressibleByArgument {
    /// XML.
    case xml

    /// The binary format.
    case binary

    /// The text format of OpenStep.
    case openstep

    /// All of them; then every word is a list.
    case any

    /// The formats.
    var formats: Set<PropertyList.Format> {
        switch self {
        case .xml: [.xml]
        case .binary: [.binary]
        case .openstep: [.openStep]
        case .any: Set(PropertyList.Format.allCases)
        }
    }
}
