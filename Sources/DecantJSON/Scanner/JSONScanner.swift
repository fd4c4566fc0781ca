import DecantCore
import DecantDocument

// One pass over the text, without recursion: the scanner keeps the container it is in, and finds the one around it
// through the node of the open container, where the link to it is kept until the container is closed.
//
// Positions are tested against nothing: the zero after the text is not white space, not a digit, and nothing that a string
// may contain, so every path of the scanner stops at it (see PaddedBytes).

/// Turns a JSON text into nodes, or stops at the first byte that is wrong.
struct JSONScanner<Lines: JSONLineCounting> {
    let text: PaddedBytes
    let lines: Lines
    let depthLimit: Int
    let numberLimit: Int
    let removesNullMembers: Bool
    let removesNullElements: Bool

    /// The scanner's position.
    var place: JSONScanPlace

    /// Whether the rest of the text is read piece by piece, and nothing irregular was met yet.
    var isRegular: Bool

    /// Whether the text was found to be read faster byte by byte.
    var isFasterPlain = false

    /// The start of the name or string in which the scanner stopped.
    var nameStart = 0

    /// The accepted deviations from JSON, and those that were needed; examined only where the text is wrong.
    let quirks: JSON.Quirks
    var quirksNeeded: JSON.Quirks = []

    /// The separator of texts; nil if there is only one.
    let separator: JSONSeparator?

    /// The number of nodes of the texts that are complete.
    var completeNodes = 0

    /// The position of the separator after the last complete text, or one after that.
    var completeEnd = 0

    @inline(__always)
    init(_ text: PaddedBytes, _ lines: Lines, options: JSONScanOptions, separator: JSONSeparator? = nil) {
        self.text = text
        self.lines = lines
        self.separator = separator
        depthLimit = options.depthLimit
        numberLimit = options.numberLimit
        removesNullMembers = options.removesNullMembers
        removesNullElements = options.removesNullElements
        quirks = options.quirks
        isRegular = UnsafeJSONTokens.areFound && text.count >= options.pieces.textLength
        place = JSONScanPlace(position: text.skipWhiteSpace(at: 0, lines))
    }

    /// Returns the current position with an outcome.
    @inline(__always)
    func end(_ outcome: JSONScanOutcome) -> JSONScanEnd {
        JSONScanEnd(outcome: outcome, place: place, quirksNeeded: quirksNeeded, line: lines.line)
    }
}

extension JSONScanner {
    /// Continues until the text or the capacity ends.
    ///
    /// Each turn of the loop reads a value with the name before it, and then all that precedes the next one.
    mutating func run(into room: inout NodeWriter) -> JSONScanOutcome {
        let text = self.text
        var nodes = room
        var place = self.place
        var comma = JSONComma()
        defer {
            room = nodes
            self.place = place
        }
        while true {
            guard _fastPath(nodes.hasCapacityForTwo) else { return .needsRoom }
            if place.expectsName {
                let name = text.name(at: place.position, lines)
                guard _fastPath(name.isValid) else {
                    nameStart = place.position
                    place.position = name.end
                    return .stopped(name.step)
                }
                place.position = name.end
                nodes.append(name.node)
            }
            let byte = text[place.position]
            if byte == 0x22 {
                let string = text.string(at: place.position)
                place.position = string.end
                guard _fastPath(string.isValid) else {
                    nameStart = string.offset
                    return .stopped(string.step)
                }
                nodes.append(string.node)
            } else if byte | 0x20 == 0x7B {
                guard _fastPath(place.depth < depthLimit) else { return .stopped(.depth) }
                if place.open(byte, in: text, lines, &nodes) { continue }
            } else {
                let value = text.numberOrWord(byte, at: place.position, numberLimit: numberLimit)
                place.position = value.end
                guard _fastPath(value.isValid) else { return .stopped(value.step) }
                nodes.append(value.node)
                if value.kind == .null, removesNull(in: place.closer) {
                    nodes.removeLast(place.closer == 0x7D ? 2 : 1)
                    place.members &-= 1
                }
            }
            if _fastPath(place.skip(comma, in: text, lines)) { continue }
            guard place.goOn(in: text, lines, nodes, &comma) else {
                guard separator != nil, beginsText(at: &place, nodes.count) else { return place.outcome(in: text) }
                // The comma after a text that is not a container is not one in a container.
                if text[place.position] | 0x20 != 0x7B { comma = JSONComma() }
                continue
            }
        }
    }

    /// Continues after a value.
    mutating func runBehindValue(into nodes: inout NodeWriter) -> JSONScanOutcome {
        goesOn(nodes) ? run(into: &nodes) : place.outcome(in: text)
    }

    @inline(__always)
    func removesNull(in closer: UInt8) -> Bool {
        closer == 0x7D ? removesNullMembers : removesNullElements && closer == 0x5D
    }
}

/// The scanner's position in the text, and in the open containers.
///
/// A run keeps it in a variable of its own, whose parts stay in registers.
struct JSONScanPlace {
    /// The link of the outermost container.
    static var noParent: Int { Int(UInt32.max) }

    /// The position in the text; the position of the fault, once the scanner has stopped.
    var position: Int

    /// The node of the innermost open container.
    var parent = JSONScanPlace.noParent

    /// The number of its elements or members that were begun, without those that were removed.
    var members = 0

    /// The character that closes it: a bracket, a brace, or the zero after the text.
    var closer: UInt8 = 0

    /// The number of open containers.
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
        // Each closing character is two after its opening one in ASCII.
        closer = byte &+ 2
        expectsName = byte == 0x7B
        position = text.skipWhiteSpace(at: position &+ 1, lines)
        members = text[position] == closer ? 0 : 1
        return members != 0
    }

    /// Skips a comma, if it is the same with the white space after it as the one that was met last.
    ///
    /// Only those in containers are noted, and outside of them the scanner does not come here.
    @_transparent
    mutating func skip(_ comma: JSONComma, in text: PaddedBytes, _ lines: some JSONLineCounting) -> Bool {
        guard comma.isNext(in: text, at: position) else { return false }
        position &+= comma.length
        if _slowPath(text[position] <= 0x20) { position = text.skipWhiteSpace(at: position, lines) }
        expectsName = closer == 0x7D
        members &+= 1
        return true
    }

    /// Continues after a value, past the comma or past the containers that end there.
    ///
    /// - Returns: Whether another value or name follows; if not, the text is at its end, or wrong.
    mutating func goOn(in text: PaddedBytes, _ lines: some JSONLineCounting, _ nodes: NodeWriter) -> Bool {
        var comma = JSONComma()
        return goOn(in: text, lines, nodes, &comma)
    }

    /// The same, and notes the comma with the white space after it.
    @_transparent
    mutating func goOn(
        in text: PaddedBytes,
        _ lines: some JSONLineCounting,
        _ nodes: NodeWriter,
        _ comma: inout JSONComma
    ) -> Bool {
        // Most values are followed by a comma, for which the number of nodes need not be known.
        if _fastPath(skipComma(in: text, lines, &comma)) { return true }
        repeat {
            guard text[position] == closer, closer != 0 else { return false }
            position &+= 1
            depth &-= 1
            (parent, members, closer) = nodes.close(parent, members: members)
        } while !skipComma(in: text, lines, &comma)
        return true
    }

    /// Skips white space, and a comma with the space after it if there is one inside a container.
    @_transparent
    private mutating func skipComma(
        in text: PaddedBytes,
        _ lines: some JSONLineCounting,
        _ comma: inout JSONComma
    ) -> Bool {
        var byte = text[position]
        if byte <= 0x20 {
            position = text.skipWhiteSpace(at: position, lines)
            byte = text[position]
        }
        guard byte == 0x2C, closer != 0 else { return false }
        let start = position
        position = text.skipWhiteSpace(at: start &+ 1, lines)
        // Line ends are counted one by one.
        if !lines.isCounting { comma.learn(in: text, from: start, to: position) }
        expectsName = closer == 0x7D
        members &+= 1
        return true
    }

    /// Returns the outcome for a text after which there is neither a comma nor an open container.
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

/// The token that the scanner was about to read when it stopped; together with the byte it stopped at, the reason.
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

/// The outcome of a run of the scanner.
enum JSONScanOutcome {
    /// The text is valid, and all nodes are written.
    case done

    /// There is no capacity for more nodes; the scanner continues when it is given more.
    case needsRoom

    /// The scanner is at or after the offset up to which it was to run.
    case paused

    /// The text is not valid, or exceeds a limit, at the scanner's position.
    case stopped(JSONScanStep)
}

/// The position and the outcome of a run of the scanner.
struct JSONScanEnd {
    var outcome: JSONScanOutcome
    let place: JSONScanPlace
    let quirksNeeded: JSON.Quirks

    /// The line of the place, if it is known.
    let line: Int?
}

/// The options and limits for the parser; without references, so that passing it on costs nothing.
struct JSONScanOptions: Sendable {
    let depthLimit: Int
    let numberLimit: Int
    let nodeLimit: Int
    let allowsFragments: Bool
    let rejectsDuplicateKeys: Bool
    let removesNullMembers: Bool
    let removesNullElements: Bool
    let quirks: JSON.Quirks
    var pieces = JSONPieces()

    @inline(__always)
    init(_ options: borrowing JSON.Options, _ limits: Limits) {
        depthLimit = limits.jsonDepth
        numberLimit = limits.jsonNumberBytes
        nodeLimit = limits.jsonNodes
        allowsFragments = options.allowsFragments
        rejectsDuplicateKeys = options.rejectsDuplicateKeys
        removesNullMembers = options.removesNullMembers
        removesNullElements = options.removesNullElements
        quirks = options.quirks
    }

    /// Those of the default options and limits, which most texts are read with and which take longer to make than a small text to read.
    static let standard = JSONScanOptions(JSON.Options(), Limits())

    /// Whether a text that is JSON may be refused.
    var refusesMore: Bool { !allowsFragments || rejectsDuplicateKeys }
}

/// The parts of a text that are read piece by piece, with the tokens found in advance.
package struct JSONPieces: Sendable {
    /// The length from which on a text is read so: to begin a piece takes as long as to read some hundreds of bytes.
    package var textLength = 1024

    /// The number of tokens in a piece that is a sample of the text.
    package var sampleTokens = 256

    /// The number of tokens in a piece after one that shows that this is the faster way, or fewer if there is less memory.
    package var mostTokens = 1 << 20

    /// The number of bytes that are read in the other way after a piece that shows that that one is faster.
    package var plainLength = 1 << 17

    package init() {}
}
