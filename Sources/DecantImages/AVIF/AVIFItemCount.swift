import DecantCore

/// Counts what the lists of a box `meta` (ISO 14496-12 §8.11) have, before libavif reads them.
///
/// libavif looks for each item among all others, so that two megabytes of 60,000 items take it seconds.
enum AVIFItemCount {
    /// A grid of 1,024 cells and its alpha have half as many.
    private static let most = 4096

    /// Makes sure that no list is too long.
    static func check(_ bytes: ImageBytes, _ meta: AVIFBox) throws(ResponseError) {
        var reader = AVIFBoxReader(bytes, in: meta, skipping: 4)
        var count = 0
        while let box = try reader.next() {
            switch box.type {
            case AVIFBox.Name.itemInformation: count = try number(bytes, box, at: 4, isLong: version(bytes, box) > 0)
            case AVIFBox.Name.itemLocations: count = try number(bytes, box, at: 6, isLong: version(bytes, box) > 1)
            case AVIFBox.Name.references: count = try references(bytes, box)
            case AVIFBox.Name.itemProperties: count = try associations(bytes, box)
            default: continue
            }
            guard count <= most else {
                let message = "a list of it has \(count) items, more than the \(most) that are looked at"
                throw bytes.fault(message, at: box.position)
            }
        }
    }

    private static func version(_ bytes: ImageBytes, _ box: AVIFBox) -> UInt8 {
        box.content.isEmpty ? 0 : bytes[box.content.lowerBound]
    }

    private static func number(_ bytes: ImageBytes, _ box: AVIFBox, at offset: Int, isLong: Bool) throws(ResponseError)
        -> Int
    {
        guard box.content.count >= offset + (isLong ? 4 : 2) else {
            throw bytes.fault("the box \(box.name) is too short", at: box.position)
        }
        let place = box.content.lowerBound + offset
        return isLong ? bytes.big32(at: place) : bytes.big16(at: place)
    }

    /// The number of references in a box `iref`.
    private static func references(_ bytes: ImageBytes, _ iref: AVIFBox) throws(ResponseError) -> Int {
        var reader = AVIFBoxReader(bytes, in: iref, skipping: 4)
        let size = version(bytes, iref) > 0 ? 4 : 2
        var count = 0
        while let box = try reader.next() { count += 1 + (try number(bytes, box, at: size, isLong: false)) }
        return count
    }

    /// The number of items that have properties.
    private static func associations(_ bytes: ImageBytes, _ iprp: AVIFBox) throws(ResponseError) -> Int {
        var reader = AVIFBoxReader(bytes, in: iprp)
        var count = 0
        while let box = try reader.first(AVIFBox.Name.associations) {
            count += try number(bytes, box, at: 4, isLong: true)
        }
        return count
    }
}
