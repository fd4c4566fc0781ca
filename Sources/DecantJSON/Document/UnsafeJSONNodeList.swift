// Why: most bodies are small, and an array costs a tenth of the time that one of 200 bytes takes: the metadata of its
// type, the search for its real size, the release of its elements one by one. This is one piece of memory, behind one
// reference, of a type that is known when the library is compiled. What hardly any document has stands in front of the
// nodes, so that a document has four words and is returned in registers.
//
// Bound: the room has `capacity` nodes, and `count` of them, from the front, are written. Reading is tested against
// `count`. Writing happens only while a list is made, before anybody else can have a reference to it; nothing changes a
// list afterwards, which is why threads may share it although the compiler cannot see that.

import DecantCore

/// The nodes of a document.
@safe
package struct UnsafeJSONNodeList: Sendable {
    private struct Head {
        let capacity: Int
        var count = 0
        var quirksNeeded: JSONQuirks = []
        var transcoding: Transcoding?
    }

    private nonisolated(unsafe) let room: ManagedBuffer<Head, JSONNode>

    /// Makes room for nodes.
    @inline(__always)
    init(capacity: Int) {
        unsafe room = .create(minimumCapacity: capacity) { _ in Head(capacity: capacity) }
        if _slowPath(capacity >= Self.largeCapacity) { preferLargePages() }
    }

    /// From how many nodes on the room is that of a large body, for which half of a large page too much is little.
    private static let largeCapacity = 1 << 19

    @inline(never)
    private func preferLargePages() {
        unsafe room.withUnsafeMutablePointers { head, elements in
            unsafe UnsafeFreshMemory.preferLargePages(
                UnsafeMutableBufferPointer(start: elements, count: head.pointee.capacity)
            )
        }
    }

    /// Copies nodes.
    init(_ nodes: [JSONNode]) {
        self.init(capacity: nodes.count)
        unsafe room.withUnsafeMutablePointers { head, elements in
            for node in nodes {
                unsafe (elements + head.pointee.count).initialize(to: node)
                unsafe head.pointee.count += 1
            }
        }
    }

    /// How many nodes there are.
    @inline(__always)
    package var count: Int { unsafe head.pointee.count }

    /// What the text has although JSON forbids it.
    var quirksNeeded: JSONQuirks {
        get { unsafe head.pointee.quirksNeeded }
        nonmutating set { unsafe head.pointee.quirksNeeded = newValue }
    }

    /// What knows where the text came from, if it was transcoded.
    var transcoding: Transcoding? {
        get { unsafe head.pointee.transcoding }
        nonmutating set { unsafe head.pointee.transcoding = newValue }
    }

    /// The property of the buffer itself would be tested for exclusive access while the program runs.
    @inline(__always)
    private var head: UnsafeMutablePointer<Head> { unsafe room.withUnsafeMutablePointerToHeader { unsafe $0 } }

    /// A node.
    @inline(__always)
    package subscript(index: Int) -> JSONNode {
        unsafe room.withUnsafeMutablePointers { head, elements in
            unsafe precondition(index >= 0 && index < head.pointee.count, "a node outside of the document")
            return unsafe elements[index]
        }
    }

    /// The nodes one behind the other, which stay where they are as long as the list is kept.
    @inline(__always)
    var address: UnsafePointer<JSONNode> {
        unsafe room.withUnsafeMutablePointerToElements { unsafe UnsafePointer($0) }
    }
}

extension UnsafeJSONNodeList {
    /// Has nodes written behind those that are there.
    @inline(__always)
    func fill(_ write: (inout UnsafeJSONNodes) -> JSONScanOutcome) -> JSONScanOutcome {
        unsafe room.withUnsafeMutablePointers { head, elements in
            var nodes = unsafe UnsafeJSONNodes(elements, capacity: head.pointee.capacity, count: head.pointee.count)
            let outcome = write(&nodes)
            unsafe head.pointee.count = nodes.count
            return outcome
        }
    }

    /// Moves the nodes into a larger room.
    mutating func grow(to capacity: Int) {
        let larger = UnsafeJSONNodeList(capacity: capacity)
        let count = count
        precondition(count <= capacity)
        unsafe larger.room.withUnsafeMutablePointers { head, elements in
            unsafe elements.initialize(from: address, count: count)
            unsafe head.pointee.count = count
        }
        self = larger
    }
}
