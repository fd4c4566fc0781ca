import DecantCore

extension XMLDecodingState: DocumentReading {
    func decoder(at place: XMLDecodedPlace) -> XMLValueDecoder { XMLValueDecoder(self, place) }

    func double(_ place: XMLDecodedPlace) throws -> Double { try float(place) }
}
