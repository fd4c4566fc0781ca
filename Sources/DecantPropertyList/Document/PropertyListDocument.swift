import DecantCore
package import DecantDocument

/// A property list that was read and found valid: the body it is in, and a flat list of its values.
///
/// Text and data stay in the body until they are read. The document keeps the body alive; look at its values through ``root``, or
/// make `Decodable` types from it.
public struct PropertyListDocument: Sendable {
    private let reference: DocumentReference

    init(_ flat: FlatDocument) {
        reference = DocumentReference(flat)
    }

    /// The values and keys in the order of the document.
    @inline(__always)
    package var flat: FlatDocument { reference.flat }

    /// The format of the body.
    public var format: PropertyList.Format { PropertyList.Format(note: flat.notes) }
}

extension PropertyList.Format {
    /// The format as the bits that a document notes.
    var note: UInt8 {
        switch self {
        case .binary: 0
        case .xml: 1
        case .openStep: 2
        }
    }

    fileprivate init(note: UInt8) {
        self = note == 0 ? .binary : note == 1 ? .xml : .openStep
    }
}
