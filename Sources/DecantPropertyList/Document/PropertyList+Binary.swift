import DecantCore
import DecantDocument

extension PropertyList {
    /// Reads a binary list.
    init(binary body: ResponseBody, limits: Limits) throws(ResponseError) {
        let trailer = try BinaryPropertyListTrailer(of: body)
        var flat = FlatDocument.make(body, capacity: Self.firstCapacity(for: trailer), words: .propertyList)
        let list = BinaryPropertyListBytes(flat.bytes(upTo: body.count), trailer)
        var reader = BinaryPropertyListReader(list, trailer, limits)
        if let fault = Self.fill(&flat, with: &reader) { throw fault.error(in: body, limits) }
        flat.finish(notes: PropertyList.Format.binary.note, isBinary: true)
        self.init(flat)
    }

    /// The number of nodes of a list whose objects are used a few times: fewer than its references.
    ///
    /// Memory that is not used is never touched, and so is not taken from the system.
    private static func firstCapacity(for trailer: BinaryPropertyListTrailer) -> Int {
        min(trailer.table / trailer.referenceSize, 3 * trailer.objectCount) + 16
    }

    /// Reads all nodes, with more memory as often as it is needed.
    private static func fill(
        _ flat: inout FlatDocument,
        with reader: inout BinaryPropertyListReader
    ) -> BinaryPropertyListFault? {
        while true {
            var fault: BinaryPropertyListFault?
            let isDone = flat.fill { nodes in
                do throws(BinaryPropertyListFault) {
                    return try reader.run(into: &nodes)
                } catch {
                    fault = error
                    return true
                }
            }
            if isDone { return fault }
            flat = flat.grown(to: 2 * flat.count)
        }
    }
}
