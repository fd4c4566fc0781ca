import DecantCore
import DecantPropertyList
import FuzzSupport
import PropertyListFuzzSupport

/// Reads binary property lists, with the limits that the first byte chooses.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBinaryPropertyList(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let choice = input.takeByte()
    var options = PropertyList.Options()
    options.formats = choice & 8 == 0 ? [.binary] : [.binary, .xml, .openStep]
    PropertyListExamination(input.body, options, PropertyListChoice.limits(choice)).run()
    return 0
}
