// The decoders of all formats hand out containers that differ in how a value is found and in little else: what the standard
// library asks of a list and of a single value stands here once. A format brings what the decoders of one decoding share,
// which reads the value at a place, and containers that find places.
//
// Everything is inlined into the witnesses of a format's own types, where the place is known. That works for types that are
// not generic. A keyed container is generic over its key, and would run what it inherits unspecialised, in twice the time,
// so each format has its own.

/// What all decoders of one decoding share, as the containers see it: it reads the value at a place of the document.
package protocol DocumentReading: AnyObject {
    /// What says where in the document a value stands, and how the type came to it.
    associatedtype Place

    /// The decoder that a type sees.
    associatedtype PlaceDecoder: Decoder

    /// The decoder of a value.
    func decoder(at place: Place) -> PlaceDecoder

    /// Whether there is no value.
    func isNull(_ place: Place) -> Bool

    /// Reads a truth value.
    func bool(_ place: Place) throws -> Bool

    /// Reads a text.
    func string(_ place: Place) throws -> String

    /// Reads a number.
    func double(_ place: Place) throws -> Double

    /// Reads a number.
    func float(_ place: Place) throws -> Float

    /// Reads an integer.
    func integer<Integer: FixedWidthInteger>(_ place: Place) throws -> Integer

    /// Makes a value of any type.
    func value<Value: Decodable>(_ type: Value.Type, _ place: Place) throws -> Value
}
