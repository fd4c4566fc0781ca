import DecantCore

/// Finds what an AVIF says in front of its pixels (AV1 Image File Format, ISO 23008-12, ISO 14496-12).
enum AVIFParser {
    /// More boxes of the file are not looked at; it has a handful.
    private static let mostBoxes = 2048

    /// More tracks are not looked at: one has pictures, another one their alpha.
    private static let mostTracks = 64

    /// Reads the boxes of a file.
    static func parse(_ bytes: ImageBytes) throws(ResponseError) -> AVIFFile {
        var reader = AVIFBoxReader(bytes)
        guard let first = try reader.next(), first.type == AVIFBox.Name.fileType else {
            throw bytes.count < 8 ? bytes.cut("its first box") : bytes.fault("its first box is not ftyp", at: 0)
        }
        try bytes.require(8, at: first.content.lowerBound, "its first box")
        let brand = UInt32(truncatingIfNeeded: bytes.big32(at: first.content.lowerBound))
        var (meta, moov, open): (AVIFBox?, AVIFBox?, AVIFBox?)
        var isCut = first.isCut
        for _ in 0..<mostBoxes {
            guard let box = try reader.next() else { break }
            if box.isOpen { open = box }
            if box.isCut { isCut = true }
            if box.type == AVIFBox.Name.meta { meta = meta ?? box }
            if box.type == AVIFBox.Name.movie { moov = moov ?? box }
        }
        var file = try chosen(bytes, meta, moov, brand)
        file.isCut = isCut
        if let meta { file.lists.append(meta) }
        if let open { file.repairs.append((open.position, UInt32(truncatingIfNeeded: bytes.count - open.position))) }
        return file
    }

    /// Decides between a picture and a sequence as libavif does: by the brand, else it is a sequence if there is one.
    private static func chosen(_ bytes: ImageBytes, _ meta: AVIFBox?, _ moov: AVIFBox?, _ brand: UInt32)
        throws(ResponseError) -> AVIFFile
    {
        if let moov, brand != AVIFBox.Name.stillBrand {
            if let file = AVIFFile(try tracks(bytes, moov), at: moov.position) { return file }
            throw bytes.fault("it has no track of pictures", at: moov.position)
        }
        guard let meta, brand != AVIFBox.Name.sequenceBrand else {
            throw bytes.cut("what stands in front of its pixels")
        }
        return AVIFFile(try AVIFItems(bytes, meta), at: meta.position)
    }

    private static func tracks(_ bytes: ImageBytes, _ moov: AVIFBox) throws(ResponseError) -> [AVIFTrack] {
        var tracks: [AVIFTrack] = []
        var reader = AVIFBoxReader(bytes, in: moov)
        while let box = try reader.first(AVIFBox.Name.track) {
            guard tracks.count < mostTracks else { throw bytes.fault("it has too many tracks", at: box.position) }
            tracks.append(try AVIFTrack(bytes, box))
        }
        return tracks
    }
}
