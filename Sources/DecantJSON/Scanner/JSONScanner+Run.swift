import DecantDocument

extension JSONScanner {
    /// Goes on until the text or the room ends.
    ///
    /// Each turn of the loop reads a value with the name in front of it, and then all that stands before the next one.
    mutating func run(into room: inout NodeWriter) -> JSONScanOutcome {
        let text = self.text
        var nodes = room
        var place = self.place
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
            guard place.goOn(in: text, lines, nodes) else { return place.outcome(in: text) }
        }
    }

    /// Goes on behind a value.
    mutating func runBehindValue(into nodes: inout NodeWriter) -> JSONScanOutcome {
        place.goOn(in: text, lines, nodes) ? run(into: &nodes) : place.outcome(in: text)
    }

    @inline(__always)
    func removesNull(in closer: UInt8) -> Bool {
        closer == 0x7D ? removesNullMembers : removesNullElements && closer == 0x5D
    }
}
