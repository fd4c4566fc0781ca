public import DecantCore
import DecantText
public import DecantXML
public import FuzzSupport

/// The options and limits that the first two bytes of an input choose.
public struct XMLChoice {
    /// The options of a document.
    public private(set) var options = XML.Options()

    /// The limits of a document.
    public private(set) var limits = Limits()

    /// Takes two bytes.
    ///
    /// - Parameter input: The input.
    public init(_ input: inout FuzzInput) {
        let reading = input.takeByte()
        options.processesNamespaces = reading & 1 == 0
        options.whiteSpace = [.keep, .dropBetweenElements, .fold, .keep][Int(reading >> 1 & 3)]
        options.keepsCDATA = reading & 8 != 0
        options.keepsComments = reading & 16 == 0
        options.refusesExternalReferences = reading & 32 != 0
        options.text.replacesMalformed = reading & 64 != 0
        if reading & 128 != 0 { limits.nodes = 9 }
        chooseLimits(input.takeByte())
    }

    private mutating func chooseLimits(_ choice: UInt8) {
        if choice & 1 != 0 { limits.xmlDepth = 3 }
        if choice & 2 != 0 { limits.xmlAttributes = 2 }
        if choice & 4 != 0 { limits.xmlNameBytes = 7 }
        if choice & 8 != 0 { limits.xmlTextBytes = 9 }
        if choice & 16 != 0 { limits.xmlEntityDepth = 2 }
        if choice & 32 != 0 { limits.xmlEntityBytes = 99 }
        options.text.charset = [nil, nil, .utf16LittleEndian, .shiftJIS][Int(choice >> 6)]
    }
}
