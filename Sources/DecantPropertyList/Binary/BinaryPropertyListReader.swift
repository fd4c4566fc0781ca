// Why: one walk from the top, depth first, validates the list and writes the document. Each object is looked at as often as
// it is referred to, and a shared container is written again for each reference, so that a document is a tree.
//
// That is bounded. The references followed may be as many as the bytes of the objects have room for, eight for each object,
// and `Limits.propertyListReferences`; they are counted when a container is opened, before anything is written for it. The
// text and data referred to may have as many bytes as a body may.

import DecantCore
import DecantDocument

/// Reads a binary property list into nodes.
struct BinaryPropertyListReader {
    let list: BinaryPropertyListBytes
    let depthLimit: Int

    /// A byte for each object: 1 if it is a container around the one that is being read.
    ///
    /// An array of Booleans would take half of the time that a small list is prepared in to allocate.
    var isOpen: [UInt8]

    /// The containers around the one that is being read.
    var levels: [Level] = []

    /// The container that is being read.
    var level: Level

    /// How many references may still be followed.
    var referencesLeft: Int

    /// How many bytes of text and data may still be referred to.
    var contentLeft: Int

    /// How many values and keys there may still be.
    var nodesLeft: Int

    /// Prepares for a list whose trailer was found valid.
    init(_ list: BinaryPropertyListBytes, _ trailer: BinaryPropertyListTrailer, _ limits: Limits) {
        self.list = list
        depthLimit = limits.propertyListDepth
        nodesLeft = min(limits.nodes, Self.mostNodes)
        let own = trailer.table / trailer.referenceSize + 8 * trailer.objectCount
        let (sum, overflow) = own.addingReportingOverflow(max(limits.propertyListReferences, 0))
        referencesLeft = overflow ? .max : sum
        contentLeft = max(limits.bodyBytes, trailer.table)
        isOpen = [UInt8](repeating: 0, count: trailer.objectCount)
        levels.reserveCapacity(Self.commonDepth)
        level = Level(aroundTop: trailer.top)
    }

    /// The levels that there is memory for at once.
    private static let commonDepth = 8

    /// The indices of nodes have 32 bits.
    private static let mostNodes = Int(UInt32.max) - 4

    /// Writes as many nodes as there is memory for.
    ///
    /// - Parameter output: The nodes, with those already written.
    /// - Returns: Whether the list is read to its end; if not, more memory is needed.
    /// - Throws: The fault of the list.
    mutating func run(into output: inout NodeWriter) throws(BinaryPropertyListFault) -> Bool {
        var nodes = output
        defer { output = nodes }
        while true {
            while level.remaining == 0 { close(nodes) }
            guard nodes.hasCapacityForTwo else { return false }
            guard level.container >= 0 else {
                guard level.count == 0 else { return true }
                level.count = 1
                guard nodesLeft > 0 else { throw BinaryPropertyListFault(.nodes, at: 0, object: level.object) }
                nodesLeft &-= 1
                try value(level.object, &nodes)
                continue
            }
            level.remaining &-= 1
            let place = level.next
            level.next = place &+ list.referenceSize
            if _slowPath(list.isLarge), level.remaining & (Self.fetched - 1) == 0 {
                fetchAhead(level.next, level.remaining)
            }
            if level.toValue > 0 { try key(object(at: place), &nodes) }
            try value(object(at: place &+ level.toValue), &nodes)
        }
    }

    /// How many elements or members are fetched ahead at a time.
    private static let fetched = 16

    /// Has what is referred to from a place on fetched, the values in a dictionary; the keys are mostly few, and so are there.
    ///
    /// - Parameters:
    ///   - place: Where the next reference of the container stands.
    ///   - remaining: How many elements or members it has from there on.
    mutating func fetchAhead(_ place: Int, _ remaining: Int) {
        list.fetchAhead(from: place &+ level.toValue, count: min(remaining, Self.fetched))
    }

    /// The number of the object that a reference names.
    @inline(__always)
    private func object(at place: Int) throws(BinaryPropertyListFault) -> Int {
        let reference = list.reference(at: place)
        guard _fastPath(reference < list.objectCount) else {
            throw BinaryPropertyListFault(.reference, at: place, object: level.object)
        }
        return Int(truncatingIfNeeded: reference)
    }

    /// Ends the container that is being read, and goes on with the one around it.
    @inline(__always)
    private mutating func close(_ nodes: NodeWriter) {
        let node = nodes[level.container]
        nodes[level.container] = DocumentNode(node.kind, offset: node.offset, end: nodes.count, count: level.count)
        isOpen[level.object] = 0
        level = levels.removeLast()
    }
}

extension BinaryPropertyListReader {
    /// A container that is being read.
    struct Level {
        let object: Int

        /// The index of its head; -1 for what is around the top.
        let container: Int

        /// Where its next reference stands.
        var next: Int

        /// How far behind the reference of a key the one of the value stands; 0 if there are no keys.
        let toValue: Int

        /// How many elements or members are still to be read.
        var remaining: Int

        /// How many elements or members there are.
        var count: Int

        /// What is around the top, of which nothing is read yet.
        init(aroundTop top: Int) {
            self.init(object: top, container: -1, next: 0, toValue: 0, count: 0)
            remaining = -1
        }

        @inline(__always)
        init(object: Int, container: Int, next: Int, toValue: Int, count: Int) {
            self.object = object
            self.container = container
            self.next = next
            self.toValue = toValue
            self.count = count
            remaining = count
        }
    }
}
