import DecantCore

/// One box of an AVIF (ISO 14496-12 §4.2): where it begins, what it is, and where its content stands.
struct AVIFBox {
    /// Where its size stands.
    let position: Int

    /// Its four letters, the first in the highest bits.
    let type: UInt32

    /// Where its content stands, as far as it is there.
    let content: Range<Int>

    /// Whether it ends behind the last byte.
    let isCut: Bool

    /// Whether it has no size of its own, but goes on to the end.
    let isOpen: Bool

    /// The type as text, fit to print.
    var name: String { PNGChunk(position: position, type: type, data: content).name }
}

extension AVIFBox {
    /// The types that are looked for.
    enum Name {
        static let stillBrand = PNGChunk.type("avif")
        static let sequenceBrand = PNGChunk.type("avis")
        static let unused = PNGChunk.type("free")
        static let fileType = PNGChunk.type("ftyp")
        static let meta = PNGChunk.type("meta")
        static let primaryItem = PNGChunk.type("pitm")
        static let itemInformation = PNGChunk.type("iinf")
        static let itemLocations = PNGChunk.type("iloc")
        static let references = PNGChunk.type("iref")
        static let partOf = PNGChunk.type("dimg")
        static let auxiliaryOf = PNGChunk.type("auxl")
        static let itemProperties = PNGChunk.type("iprp")
        static let properties = PNGChunk.type("ipco")
        static let associations = PNGChunk.type("ipma")
        static let extent = PNGChunk.type("ispe")
        static let channels = PNGChunk.type("pixi")
        static let codec = PNGChunk.type("av1C")
        static let rotation = PNGChunk.type("irot")
        static let mirror = PNGChunk.type("imir")
        static let itemAuxiliary = PNGChunk.type("auxC")
        static let trackAuxiliary = PNGChunk.type("auxi")
        static let movie = PNGChunk.type("moov")
        static let track = PNGChunk.type("trak")
        static let trackHead = PNGChunk.type("tkhd")
        static let trackReferences = PNGChunk.type("tref")
        static let edits = PNGChunk.type("edts")
        static let editList = PNGChunk.type("elst")
        static let media = PNGChunk.type("mdia")
        static let handler = PNGChunk.type("hdlr")
        static let mediaInformation = PNGChunk.type("minf")
        static let sampleTable = PNGChunk.type("stbl")
        static let sampleDescription = PNGChunk.type("stsd")
        static let sampleTimes = PNGChunk.type("stts")
        static let samplesOfChunks = PNGChunk.type("stsc")
        static let sampleSizes = PNGChunk.type("stsz")
        static let picture = PNGChunk.type("av01")
    }
}
