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
    let nullRemoval: JSONNullRemoval

    /// The position in the text, and in the open containers.
    var state: JSONScanState

    /// Whether the rest of the text is read in chunks, and nothing irregular was met yet.
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
        nullRemoval = options.nullRemoval
        quirks = options.quirks
        isRegular = UnsafeJSONTokens.areFound && text.count >= options.chunks.textLength
        state = JSONScanState(position: text.skipWhiteSpace(at: 0, lines))
    }

    /// Returns a result with the state that the scanner has now.
    func summary(_ result: JSONScanResult) -> JSONScanSummary {
        JSONScanSummary(result: result, state: state, quirksNeeded: quirksNeeded, line: lines.line)
    }
}

extension JSONScanner {
    /// Continues until the text or the capacity ends.
    ///
    /// Each turn of the loop reads a value with the name before it, and then all that precedes the next one.
    mutating func run(into writer: inout NodeWriter) -> JSONScanResult {
        let text = self.text
        var nodes = writer
        var state = self.state
        var comma = JSONComma()
        defer {
            writer = nodes
            self.state = state
        }
        while true {
            guard _fastPath(nodes.hasCapacityForTwo) else { return .needsCapacity }
            if state.expectsName {
                let name = text.name(at: state.position, lines)
                guard _fastPath(name.isValid) else {
                    nameStart = state.position
                    state.position = name.end
                    return .stopped(name.expected)
                }
                state.position = name.end
                nodes.append(name.node)
            }
            let byte = text[state.position]
            if byte == UInt8(ascii: "\"") {
                let string = text.string(at: state.position)
                state.position = string.end
                guard _fastPath(string.isValid) else {
                    nameStart = string.offset
                    return .stopped(string.expected)
                }
                nodes.append(string.node)
            } else if byte.opensContainer {
                guard _fastPath(state.depth < depthLimit) else { return .stopped(.depth) }
                if state.open(byte, in: text, lines, &nodes) { continue }
            } else {
                let value = text.numberOrWord(byte, at: state.position, numberLimit: numberLimit)
                state.position = value.end
                guard _fastPath(value.isValid) else { return .stopped(value.expected) }
                nodes.append(value.node)
                if value.kind == .null, nullRemoval.removesNull(in: state.closer) {
                    nodes.removeLast(state.isInObject ? 2 : 1)
                    state.members &-= 1
                }
            }
            if _fastPath(state.skip(comma, in: text, lines)) { continue }
            if _fastPath(state.advance(in: text, lines, nodes, &comma)) { continue }
            guard separator != nil, beginsText(at: &state, nodes.count) else { return state.result(in: text) }
            // The comma after a text that is not a container is not one in a container.
            if !text[state.position].opensContainer { comma = JSONComma() }
        }
    }

    /// Continues after a value.
    mutating func scanAfterValue(into nodes: inout NodeWriter) -> JSONScanResult {
        advancesAfterValue(nodes) ? run(into: &nodes) : state.result(in: text)
    }

}

/// The state of a scan: the position in the text, and in the open containers.
///
/// A run keeps it in a variable of its own, whose parts stay in registers.
struct JSONScanState {
    /// The link of the outermost container.
    static var noParent: Int { Int(UInt32.max) }

    /// The position in the text; once the scanner has stopped, that of the invalid byte.
    var position: Int

    /// The node of the innermost open container.
    var parent = JSONScanState.noParent

    /// The number of its elements or members that were begun, without those that were removed.
    var members = 0

    /// The character that closes it: a bracket, a brace, or the zero after the text.
    var closer: UInt8 = 0

    /// The number of open containers.
    var depth = 0

    /// Whether a name comes next, and not a value.
    var expectsName = false
}

extension JSONScanState {
    /// Returns whether the innermost open container is an object.
    var isInObject: Bool { closer == UInt8(ascii: "}") }

    /// Begins a container.
    ///
    /// - Returns: Whether there is something in it.
    @inline(__always)
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
        expectsName = isInObject
        position = text.skipWhiteSpace(at: position &+ 1, lines)
        members = text[position] == closer ? 0 : 1
        return members != 0
    }

    /// Skips a comma, if it is the same with the white space after it as the one that was met last.
    ///
    /// Only those in containers are noted, and outside of them the scanner does not come here.
    @inline(__always)
    mutating func skip(_ comma: JSONComma, in text: PaddedBytes, _ lines: some JSONLineCounting) -> Bool {
        guard comma.isNext(in: text, at: position) else { return false }
        position &+= comma.length
        if _slowPath(text[position].isSpaceOrControl) { position = text.skipRareWhiteSpace(at: position, lines) }
        expectsName = isInObject
        members &+= 1
        return true
    }

    /// Continues after a value, past the comma or past the containers that end there.
    ///
    /// - Returns: Whether another value or name follows; if not, the text is at its end, or invalid.
    mutating func advance(in text: PaddedBytes, _ lines: some JSONLineCounting, _ nodes: NodeWriter) -> Bool {
        var comma = JSONComma()
        return advance(in: text, lines, nodes, &comma)
    }

    /// The same, and notes the comma with the white space after it.
    @inline(__always)
    mutating func advance(
        in text: PaddedBytes,
        _ lines: some JSONLineCounting,
        _ nodes: NodeWriter,
        _ comma: inout JSONComma
    ) -> Bool {
        repeat {
            var byte = text[position]
            if byte.isSpaceOrControl {
                position = text.skipWhiteSpace(at: position, lines)
                byte = text[position]
            }
            guard closer != 0 else { return false }
            if byte == UInt8(ascii: ",") {
                let start = position
                position = text.skipWhiteSpace(at: start &+ 1, lines)
                // Line ends are counted one by one.
                if !lines.isCounting { comma.learn(in: text, from: start, to: position) }
                expectsName = isInObject
                members &+= 1
                return true
            }
            guard byte == closer else { return false }
            close(nodes)
        } while closer == 0 || !skip(comma, in: text, lines)
        return true
    }

    /// Ends the innermost open container.
    mutating func close(_ nodes: NodeWriter) {
        position &+= 1
        depth &-= 1
        (parent, members, closer) = nodes.close(parent, members: members)
    }

    /// Returns the result for a text after which there is neither a comma nor an open container.
    func result(in text: PaddedBytes) -> JSONScanResult {
        closer == 0 && position == text.count ? .done : .stopped(.commaOrEnd)
    }
}

extension NodeWriter {
    /// Writes the node of a container that begins, and notes in the one around it how many parts it has so far.
    ///
    /// - Returns: The index of the node.
    @inline(__always)
    mutating func open(_ byte: UInt8, offset: Int, in parent: Int, members: Int) -> Int {
        if parent != JSONScanState.noParent {
            let around = self[parent]
            self[parent] = DocumentNode(around.kind, offset: around.offset, end: around.end, count: members)
        }
        let index = count
        append(DocumentNode(byte == UInt8(ascii: "{") ? .object : .array, offset: offset, end: parent, count: 0))
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
        guard parent != JSONScanState.noParent else { return (parent, 0, 0) }
        let around = self[parent]
        return (parent, around.count, around.kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }
}

/// The token that the scanner was about to read when it stopped; together with the byte it stopped at, the reason.
enum JSONExpectation: UInt8 {
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

/// The result of a run of the scanner.
enum JSONScanResult {
    /// The text is valid, and all nodes are written.
    case done

    /// There is no capacity for more nodes; the scanner continues when it is given more.
    case needsCapacity

    /// The scanner is at or after the offset up to which it was to run.
    case paused

    /// The text is not valid, or exceeds a limit, at the scanner's position.
    case stopped(JSONExpectation)
}

/// The result of a run of the scanner, and the state that it has then.
struct JSONScanSummary {
    var result: JSONScanResult
    let state: JSONScanState
    let quirksNeeded: JSON.Quirks

    /// The line of the state's position, if it is known.
    let line: Int?
}

/// The options and limits for the parser; without references, so that passing it on costs nothing.
struct JSONScanOptions: Sendable {
    let depthLimit: Int
    let numberLimit: Int
    let nodeLimit: Int
    let allowsFragments: Bool
    let rejectsDuplicateKeys: Bool
    let nullRemoval: JSONNullRemoval
    let quirks: JSON.Quirks
    var chunks = JSONChunkSizes()

    init(_ options: borrowing JSON.Options, _ limits: Limits) {
        depthLimit = limits.jsonDepth
        numberLimit = limits.jsonNumberBytes
        nodeLimit = limits.jsonNodes
        allowsFragments = options.allowsFragments
        rejectsDuplicateKeys = options.rejectsDuplicateKeys
        nullRemoval = JSONNullRemoval(members: options.removesNullMembers, elements: options.removesNullElements)
        quirks = options.quirks
    }

    /// Those of the default options and limits, which most texts are read with and which take longer to make than a small text to read.
    static let standard = JSONScanOptions(JSON.Options(), Limits())

    /// Whether a text that is JSON may be rejected.
    var mayRejectJSON: Bool { !allowsFragments || rejectsDuplicateKeys }
}

/// The containers that nulls are left out of.
struct JSONNullRemoval: Sendable {
    let members: Bool
    let elements: Bool

    /// Returns whether a null is left out of the container with a closing character.
    func removesNull(in closer: UInt8) -> Bool {
        closer == UInt8(ascii: "}") ? members : elements && closer == UInt8(ascii: "]")
    }
}

/// The sizes of the chunks in which a text is scanned, with the tokens found in advance.
package struct JSONChunkSizes: Sendable {
    /// The minimum text length for chunked scanning.
    ///
    /// Setting up a chunk costs as much as scanning a few hundred bytes.
    package var textLength = 1024

    /// The number of tokens in a chunk that is a sample of the text.
    package var sampleTokens = 256

    /// The number of tokens in a chunk after a sample that shows that chunks are faster; fewer if there is less memory.
    package var mostTokens = 1 << 20

    /// The number of bytes that are scanned byte by byte after a chunk that shows that this is faster.
    package var plainLength = 1 << 17

    package init() {}
}
