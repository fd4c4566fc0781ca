import DecantDocument

/// Where the scanner is: in the text, and in the containers that are open.
///
/// A run keeps it in a variable of its own, whose parts stay in registers.
struct JSONScanPlace {
    /// The link of the outermost container.
    static var noParent: Int { Int(UInt32.max) }

    /// Where the scanner is in the text; where the fault is, once it has stopped.
    var position: Int

    /// The node of the innermost open container.
    var parent = JSONScanPlace.noParent

    /// How many elements or members of it were begun, without those that were removed.
    var members = 0

    /// What closes it: a bracket, a brace, or the zero behind the text.
    var closer: UInt8 = 0

    /// How many containers are open.
    var depth = 0

    /// Whether a name comes next, and not a value.
    var expectsName = false
}

extension JSONScanPlace {
    /// Begins a container.
    ///
    /// - Returns: Whether there is something in it.
    @_transparent
    mutating func open(
        _ byte: UInt8,
        in text: PaddedBytes,
        _ lines: some JSONLineCounting,
        _ nodes: inout NodeWriter
    ) -> Bool {
        depth &+= 1
        parent = nodes.open(byte, offset: position, in: parent, members: members)
        // Both closing characters stand two behind their opening ones in ASCII.
        closer = byte &+ 2
        expectsName = byte == 0x7B
        position = text.skipWhiteSpace(at: position &+ 1, lines)
        members = text[position] == closer ? 0 : 1
        return members != 0
    }

    /// Goes on behind a value, past the comma or past the containers that end there.
    ///
    /// - Returns: Whether another value or name follows; if not, the text is at its end, or wrong.
    @_transparent
    mutating func goOn(
        in text: PaddedBytes,
        _ lines: some JSONLineCounting,
        _ nodes: NodeWriter
    ) -> Bool {
        // Most values are followed by a comma, for which the number of nodes need not be known.
        if _fastPath(skipComma(in: text, lines)) { return true }
        repeat {
            guard text[position] == closer, closer != 0 else { return false }
            position &+= 1
            depth &-= 1
            (parent, members, closer) = nodes.close(parent, members: members)
        } while !skipComma(in: text, lines)
        return true
    }

    /// Skips white space, and a comma with what follows it if there is one inside of a container.
    @_transparent
    private mutating func skipComma(in text: PaddedBytes, _ lines: some JSONLineCounting) -> Bool {
        var byte = text[position]
        if byte <= 0x20 {
            position = text.skipWhiteSpace(at: position, lines)
            byte = text[position]
        }
        guard byte == 0x2C, closer != 0 else { return false }
        position = text.skipWhiteSpace(at: position &+ 1, lines)
        expectsName = closer == 0x7D
        members &+= 1
        return true
    }

    /// How a text ends behind which there is neither a comma nor an open container.
    func outcome(in text: PaddedBytes) -> JSONScanOutcome {
        closer == 0 && position == text.count ? .done : .stopped(.commaOrEnd)
    }
}

extension NodeWriter {
    /// Writes the node of a container that begins, and notes in the one around it how many parts it has so far.
    ///
    /// - Returns: The index of the node.
    @inline(__always)
    mutating func open(_ byte: UInt8, offset: Int, in parent: Int, members: Int) -> Int {
        if parent != JSONScanPlace.noParent {
            let around = self[parent]
            self[parent] = DocumentNode(around.kind, offset: around.offset, end: around.end, count: members)
        }
        let index = count
        append(DocumentNode(byte == 0x7B ? .object : .array, offset: offset, end: parent, count: 0))
        return index
    }

    /// Completes the node of a container that ends after the last node.
    ///
    /// - Returns: The container around it, how many parts that has so far, and what closes it.
    @inline(__always)
    func close(_ index: Int, members: Int) -> (parent: Int, members: Int, closer: UInt8) {
        let node = self[index]
        let parent = node.end
        self[index] = DocumentNode(node.kind, offset: node.offset, end: count, count: members)
        guard parent != JSONScanPlace.noParent else { return (parent, 0, 0) }
        let around = self[parent]
        return (parent, around.count, around.kind == .object ? 0x7D : 0x5D)
    }
}
