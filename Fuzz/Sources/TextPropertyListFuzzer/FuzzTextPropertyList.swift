import DecantCore
import DecantPropertyList
import FuzzSupport
import PropertyListFuzzSupport

/// Reads property lists in OpenStep's text, with the quirks and limits that the first byte chooses.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTextPropertyList(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let choice = input.takeByte()
    var options = PropertyList.Options()
    options.formats = choice & 8 == 0 ? [.openStep] : [.binary, .xml, .openStep]
    if choice & 4 != 0 { options.quirks = .gnustepValues }
    PropertyListExamination(input.body, options, PropertyListChoice.limits(choice)).run()
    return 0
}
