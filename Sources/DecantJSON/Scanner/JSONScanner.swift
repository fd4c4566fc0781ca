import CDecantScan
import DecantCore
import DecantDocument

// One pass over the text, without recursion: the scanner knows the container it is in, and finds the one around it
// through the node of the open container, where the link to it is kept until the container is closed.
//
// Positions are tested against nothing: the zero after the text is not white space, no digit, and nothing that a string
// may contain, so every path of the scanner stops at it (see PaddedBytes).

/// Turns a JSON text into nodes, or stops at the first byte that is wrong.
struct JSONScanner<Lines: JSONLineCounting> {
    let text: PaddedBytes
    let lines: Lines
    let depthLimit: Int
    let numberLimit: Int
    let removesNullMembers: Bool
    let removesNullElements: Bool
    var cursor: JSONScanCursor
    /// Where the name began at which the scanner stopped.
    var nameStart = 0
    /// What is accepted although JSON forbids it, and what of it was needed; looked at only where the text is wrong.
    let quirks: JSONQuirks
    var quirksNeeded: JSONQuirks = []

    @inline(__always)
    init(_ text: PaddedBytes, _ lines: Lines, options: JSONScanOptions) {
        self.text = text
        self.lines = lines
        depthLimit = options.depthLimit
        numberLimit = options.numberLimit
        removesNullMembers = options.removesNullMembers
        removesNullElements = options.removesNullElements
        quirks = options.quirks
        cursor = JSONScanCursor(position: text.skipWhiteSpace(at: 0, lines))
    }

    /// Where it is now, and how it came to this.
    @inline(__always)
    func end(_ outcome: JSONScanOutcome) -> JSONScanEnd {
        JSONScanEnd(outcome: outcome, cursor: cursor, quirksNeeded: quirksNeeded, line: lines.line)
    }

    /// Goes on until the text or the room ends.
    ///
    /// Each turn of the loop reads a value with the name before it, and then all that is before the next one.
    mutating func run(into buffer: inout NodeWriter) -> JSONScanOutcome {
        let text = self.text
        var nodes = buffer
        var cursor = self.cursor
        defer {
            buffer = nodes
            self.cursor = cursor
        }
        while true {
            guard _fastPath(nodes.hasCapacityForTwo) else { return .needsCapacity }
            if cursor.expectsName {
                let name = text.name(at: cursor.position, lines)
                guard _fastPath(name.isValid) else {
                    nameStart = cursor.position
                    cursor.position = name.end
                    return .stopped(name.step)
                }
                cursor.position = name.end
                nodes.append(name.node)
            }
            let byte = text[cursor.position]
            if byte == 0x22 {
                let string = text.string(at: cursor.position)
                cursor.position = string.end
                guard _fastPath(string.isValid) else { return .stopped(string.step) }
                nodes.append(string.node)
            } else if byte | 0x20 == 0x7B {
                guard _fastPath(cursor.depth < depthLimit) else { return .stopped(.depth) }
                if cursor.open(byte, in: text, lines, &nodes) { continue }
            } else {
                let value = text.numberOrWord(byte, at: cursor.position, numberLimit: numberLimit)
                cursor.position = value.end
                guard _fastPath(value.isValid) else { return .stopped(value.step) }
                nodes.append(value.node)
                if value.kind == .null, removesNull(in: cursor.closer) {
                    nodes.removeLast(cursor.closer == 0x7D ? 2 : 1)
                    cursor.members &-= 1
                }
            }
            guard cursor.goOn(in: text, lines, nodes) else { return cursor.outcome(in: text) }
        }
    }

    /// Goes on after a value.
    mutating func runBehindValue(into nodes: inout NodeWriter) -> JSONScanOutcome {
        cursor.goOn(in: text, lines, nodes) ? run(into: &nodes) : cursor.outcome(in: text)
    }

    @inline(__always)
    private func removesNull(in closer: UInt8) -> Bool {
        closer == 0x7D ? removesNullMembers : removesNullElements && closer == 0x5D
    }
}

/// Where the scanner is: in the text, and in the containers that are open.
///
/// A run keeps it in a variable of its own, whose parts stay in registers.
struct JSONScanCursor {
    /// The link of the outermost container.
    static var noParent: Int { Int(UInt32.max) }
    /// Where the scanner is in the text; where the fault is, once it has stopped.
    var position: Int
    /// The node of the innermost open container.
    var parent = JSONScanCursor.noParent
    /// How many elements or members of it were begun, without those that were removed.
    var members = 0
    /// What closes it: a bracket, a brace, or the zero after the text.
    var closer: UInt8 = 0
    /// How many containers are open.
    var depth = 0
    /// Whether a name comes next, and not a value.
    var expectsName = false

    /// Begins a container; false if it is empty.
    @_transparent
    mutating func open(
        _ byte: UInt8,
        in text: PaddedBytes,
        _ lines: some JSONLineCounting,
        _ nodes: inout NodeWriter
    ) -> Bool {
        depth &+= 1
        parent = nodes.open(byte, offset: position, in: parent, members: members)
        // Both closing characters are two after their opening ones in ASCII.
        closer = byte &+ 2
        expectsName = byte == 0x7B
        position = text.skipWhiteSpace(at: position &+ 1, lines)
        members = text[position] == closer ? 0 : 1
        return members != 0
    }

    /// Moves past a value: past the comma, or past the containers that end there; false at the end of the text, or at a
    /// fault.
    @_transparent
    mutating func goOn(in text: PaddedBytes, _ lines: some JSONLineCounting, _ nodes: NodeWriter) -> Bool {
        while true {
            var byte = text[position]
            if byte <= 0x20 {
                position = text.skipWhiteSpace(at: position, lines)
                byte = text[position]
            }
            if byte == 0x2C, closer != 0 {
                position = text.skipWhiteSpace(at: position &+ 1, lines)
                expectsName = closer == 0x7D
                members &+= 1
                return true
            }
            guard byte == closer, closer != 0 else { return false }
            position &+= 1
            depth &-= 1
            (parent, members, closer) = nodes.close(parent, members: members)
        }
    }

    /// How a text ends after which there is neither a comma nor an open container.
    func outcome(in text: PaddedBytes) -> JSONScanOutcome {
        closer == 0 && position == text.count ? .done : .stopped(.commaOrEnd)
    }
}

extension NodeWriter {
    /// Writes the node of a container that begins, notes in the one around it how many parts it has so far, and returns
    /// its index.
    @inline(__always)
    mutating func open(_ byte: UInt8, offset: Int, in parent: Int, members: Int) -> Int {
        if parent != JSONScanCursor.noParent {
            let around = self[parent]
            self[parent] = DocumentNode(around.kind, offset: around.offset, end: around.end, count: members)
        }
        let index = count
        append(DocumentNode(byte == 0x7B ? .object : .array, offset: offset, end: parent, count: 0))
        return index
    }

    /// Completes the node of a container that ends after the last node, and returns the one around it with its parts so
    /// far and its closing byte.
    @inline(__always)
    func close(_ index: Int, members: Int) -> (parent: Int, members: Int, closer: UInt8) {
        let node = self[index]
        let parent = node.end
        self[index] = DocumentNode(node.kind, offset: node.offset, end: count, count: members)
        guard parent != JSONScanCursor.noParent else { return (parent, 0, 0) }
        let around = self[parent]
        return (parent, around.count, around.kind == .object ? 0x7D : 0x5D)
    }
}

/// What the scanner was about to read when it stopped; together with the byte it stopped at, the reason.
enum JSONScanStep: UInt8 {
    /// A value: at the top, as an element, or after a colon.
    case value
    /// A name, after a brace or a comma.
    case member
    /// The colon after a name.
    case colon
    /// The comma after a value, or the end of the array, the object or the text.
    case commaOrEnd
    /// The inside of a name.
    case name
    /// The inside of a string.
    case string
    /// A digit of a number.
    case digit
    /// The character after a leading zero.
    case leadingZero
    /// A number longer than the limit.
    case numberLength
    /// A container deeper than the limit.
    case depth
    /// A node more than the limit.
    case nodes
}

/// How a run of the scanner ended.
enum JSONScanOutcome {
    /// The text is valid, and all nodes are written.
    case done
    /// There is no capacity for more nodes; the scanner goes on when it is given more.
    case needsCapacity
    /// The text is not valid, or exceeds a limit, at the scanner's position.
    case stopped(JSONScanStep)
}

/// Where and how the scanner has ended.
struct JSONScanEnd {
    var outcome: JSONScanOutcome
    let cursor: JSONScanCursor
    let quirksNeeded: JSONQuirks
    /// The line of the cursor, if it is known.
    let line: Int?
}

/// What the options and limits say to the parser; without references, so that passing it on costs nothing.
struct JSONScanOptions {
    let depthLimit: Int
    let numberLimit: Int
    let nodeLimit: Int
    let allowsFragments: Bool
    let rejectsDuplicateKeys: Bool
    let removesNullMembers: Bool
    let removesNullElements: Bool
    let quirks: JSONQuirks

    @inline(__always)
    init(_ options: borrowing JSONOptions, _ limits: Limits) {
        depthLimit = limits.jsonDepth
        numberLimit = limits.jsonNumberBytes
        nodeLimit = limits.nodes
        allowsFragments = options.allowsFragments
        rejectsDuplicateKeys = options.duplicateKeys == .reject
        removesNullMembers = options.removesNullMembers
        removesNullElements = options.removesNullElements
        quirks = options.quirks
    }

    /// Whether a text that is JSON may be refused.
    var refusesMore: Bool { !allowsFragments || rejectsDuplicateKeys }
}

/// What hears of the line ends that the scanner passes, all of which are in white space: a string has none.
///
/// The scanner is compiled once with each kind. Counting takes a twentieth of its time, which a large text gets back when
/// something is wrong with it: to read it again takes twice as long, since no cache holds it any more.
protocol JSONLineCounting {
    /// Hears of a character of white space that is no space.
    func pass(_ byte: UInt8)

    /// The line where the scanner is, from 1; nil if it was not counted, or if carriage returns end lines, too.
    var line: Int? { get }
}

/// Counts nothing.
struct JSONUncountedLines: JSONLineCounting {
    @inline(__always) func pass(_ byte: UInt8) {}

    var line: Int? { nil }
}

// MARK: - Unsafe
//
// Why: a count among the scanner's variables would take a register away from the others in all that is between two lines;
// so it stays in memory, where a function of C keeps it.
//
// Bound: the cell lives inside of the closure that gives it, which the scanner does not outlive.

/// Counts line ends.
@safe
struct UnsafeJSONCountedLines: JSONLineCounting {
    /// Line feeds in the lower half, carriage returns in the upper one; a text has less than 4 GiB.
    private let cell: UnsafeMutablePointer<UInt64>

    /// Takes a cell that outlives this value.
    @inline(__always) init(_ cell: UnsafeMutablePointer<UInt64>) { unsafe self.cell = cell }
    @inline(__always) func pass(_ byte: UInt8) { unsafe decant_count_line_end(cell, byte) }

    var line: Int? {
        let bits = unsafe cell.pointee
        return bits >> 32 == 0 ? Int(truncatingIfNeeded: bits) &+ 1 : nil
    }
}
