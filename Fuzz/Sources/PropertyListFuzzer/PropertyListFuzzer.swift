import DecantCore
import DecantPropertyList
import FuzzSupport

/// The formats of property lists.
private let target = FuzzTarget([
    "plist-binary": { fuzzBinaryPropertyList(&$0) },
    "plist-xml": { fuzzXMLPropertyList(&$0) },
    "plist-text": { fuzzTextPropertyList(&$0) },
])

/// Runs the selected target.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt { target.run(start, count) }

/// Reads binary property lists, with the limits in the first byte.
private func fuzzBinaryPropertyList(_ input: inout FuzzInput) {
    let choice = input.takeByte()
    var options = PropertyList.Options()
    options.formats = choice & 8 == 0 ? [.binary] : [.binary, .xml, .openStep]
    PropertyListInvariants(input.body, options, PropertyListChoice.limits(choice)).run()
}

/// Reads property lists in XML, with the limits in the first byte.
private func fuzzXMLPropertyList(_ input: inout FuzzInput) {
    let choice = input.takeByte()
    var options = PropertyList.Options()
    options.formats = choice & 8 == 0 ? [.xml] : [.binary, .xml, .openStep]
    PropertyListInvariants(input.body, options, PropertyListChoice.limits(choice)).run()
}

/// Reads property lists in OpenStep's text format, with the quirks and limits in the first byte.
private func fuzzTextPropertyList(_ input: inout FuzzInput) {
    let choice = input.takeByte()
    var options = PropertyList.Options()
    options.formats = choice & 8 == 0 ? [.openStep] : [.binary, .xml, .openStep]
    if choice & 4 != 0 { options.quirks = .gnustepValues }
    PropertyListInvariants(input.body, options, PropertyListChoice.limits(choice)).run()
}

/// The options encoded in the first byte of an input, for every format.
enum PropertyListChoice {
    /// Returns the default limits, or small ones.
    static func limits(_ choice: UInt8) -> Limits {
        var limits = Limits()
        if choice & 1 != 0 { limits.propertyListNodes = Int(choice >> 4) }
        if choice & 2 != 0 { limits.propertyListDepth = 3 }
        return limits
    }
}
