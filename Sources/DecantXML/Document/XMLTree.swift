import DecantCore

/// The nodes and attributes of a document, as far as they are built.
struct XMLTree {
    /// The nodes so far; the first one is the document.
    var nodes: [XMLNode] = []
    var attributes: [XMLAttributeRecord] = []

    /// Reads all of a document; errors have a position.
    mutating func read(_ tokenizer: inout XMLTokenizer, _ builder: inout XMLDocumentBuilder) throws(ResponseError) {
        while true {
            switch fill(&builder, &tokenizer) {
            case .done: return
            case .needsCapacity: builder.growCapacity(for: tokenizer.attributeCount, at: tokenizer.token.offset)
            case .failed(var error):
                // The builder's errors have only an offset.
                error.locate { tokenizer.site(of: $0) }
                throw error
            }
        }
    }
}

/// The outcome of a run of a builder.
enum XMLTreeOutcome {
    case done
    /// The capacity does not suffice for the current token.
    case needsCapacity
    /// The document cannot be read, or is more than a limit allows.
    case failed(ResponseError)
}

/// The capacity for nodes and attributes while a document is built.
struct XMLCapacity {
    /// The initial capacity for nodes.
    ///
    /// Most documents have a node for each 15 to 40 bytes. Room that is not used is never touched, and so takes no memory.
    let firstNodes: Int
    /// The initial capacity for attributes.
    let firstAttributes: Int
    /// The limit on the number of nodes and attributes together.
    let limit: Int
    private let textLength: Int

    init(textLength: Int, nodeLimit: Int) {
        self.textLength = textLength
        // Their indices have 32 bits, and one is left for the node after the last one.
        limit = min(max(nodeLimit, 0), Int(UInt32.max) - 1)
        firstNodes = min(textLength >> 4 + 8, limit + 2)
        firstAttributes = min(textLength >> 6 + 4, limit + 2)
    }

    /// The capacity that the rest of the text needs if it is like the part already read, and a twentieth more: at least
    /// a quarter above `count`, so that values move a few times at most.
    func next(after count: Int, at position: Int) -> Int {
        let likely = Double(count) * Double(textLength) / Double(max(position, 1)) * 1.05
        // Two bytes for each is the least, unless entities make more of the text; then only what is needed is sure.
        let most = max(textLength / 2, count)
        let likelyCapacity = max(count + count / 4, Int(min(likely, Double(most))))
        return min(likelyCapacity, max(limit, count)) + 16
    }
}

// MARK: - Unsafe
//
// Why: nodes and attributes are written straight into the uninitialised storage of arrays.
//
// Bound: the pointers live inside the closures that provide them. `UnsafeXMLOutput` states what the builder keeps to; each
// array is given the number of values that the builder has written, all of them in order from the front.

extension XMLTree {
    /// Runs a builder with the capacity that it asks for, after the nodes it has written; a text at the end counts as not
    /// written, because it may still be taken back.
    mutating func fill(_ builder: inout XMLDocumentBuilder, _ tokenizer: inout XMLTokenizer) -> XMLTreeOutcome {
        var outcome = XMLTreeOutcome.needsCapacity
        let text = nodes.last?.kind == .text ? nodes.popLast() : nil
        let written = (nodes: nodes.count, attributes: attributes.count)
        let capacity = (nodes: builder.nodeCapacity, attributes: builder.attributeCapacity)
        var attributes = self.attributes
        self.attributes = []
        // One more for the node that is after the last one.
        nodes.reserveCapacity(capacity.nodes + 1)
        attributes.reserveCapacity(capacity.attributes)
        nodes.append(addingCapacity: capacity.nodes - written.nodes) { output in
            unsafe output.withUnsafeMutableBufferPointer { buffer, addedNodes in
                let nodeOutput = unsafe UnsafeXMLOutput(buffer, after: written.nodes)
                if let text { nodeOutput[written.nodes] = text }
                attributes.append(addingCapacity: capacity.attributes - written.attributes) { output in
                    unsafe output.withUnsafeMutableBufferPointer { buffer, addedAttributes in
                        let attributeOutput = unsafe UnsafeXMLOutput(buffer, after: written.attributes)
                        let treeOutput = XMLTreeOutput(nodes: nodeOutput, attributes: attributeOutput)
                        outcome = builder.run(&tokenizer, treeOutput)
                        addedAttributes = builder.attributeCount - written.attributes
                    }
                }
                addedNodes = builder.nodeCount - written.nodes
            }
        }
        self.attributes = attributes
        return outcome
    }
}

/// The memory that a builder writes to.
struct XMLTreeOutput {
    let nodes: UnsafeXMLOutput<XMLNode>
    let attributes: UnsafeXMLOutput<XMLAttributeRecord>
}

// MARK: - Unsafe
//
// Why: a node or an attribute is written for almost every token, and an array tests uniqueness and bounds for each.
//
// Bound: the builder tests before each token that there is capacity for what it may write, and reads only what it has written,
// which is in one array whose storage nothing else can reach meanwhile. Debug builds assert both.

/// Uninitialised capacity for plain values, filled from the front.
@safe
struct UnsafeXMLOutput<Element: BitwiseCopyable> {
    private let base: UnsafeMutablePointer<Element>
    /// The number of values that there is capacity for.
    let capacity: Int

    /// Takes capacity that outlives this value and is not empty, after values written to the same piece of memory.
    @inline(__always)
    init(_ buffer: UnsafeMutableBufferPointer<Element>, after written: Int) {
        precondition(buffer.count > 0 && written >= 0)
        unsafe base = buffer.firstAddress - written
        capacity = written + buffer.count
    }

    /// A value; values are trivial, so that writing one over uninitialised memory is the same as initialising it.
    @inline(__always)
    subscript(index: Int) -> Element {
        get {
            assert(index >= 0 && index < capacity, "a value outside of the room")
            return unsafe base[index]
        }
        nonmutating set {
            assert(index >= 0 && index < capacity, "a value outside of the room")
            unsafe (base + index).initialize(to: newValue)
        }
    }
}
