extension JSONScanner {
    /// Goes on until the text or the room ends.
    ///
    /// Each turn of the outer loop reads a value with the name in front of it, and then all that stands before the next one.
    /// What changes is kept in local variables, which stay in registers.
    mutating func run(into room: UnsafeJSONNodes) -> JSONScanOutcome {
        let text = self.text
        var nodes = room
        var position = self.position
        var parent = self.parent
        var members = self.members
        var closer = self.closer
        var depth = self.depth
        var expectsName = self.expectsName
        var isBehindValue = self.isBehindValue
        var outcome = JSONScanOutcome.done
        scan: while true {
            if isBehindValue {
                isBehindValue = false
            } else {
                guard _fastPath(nodes.hasRoomForTwo) else {
                    outcome = .needsRoom
                    break scan
                }
                if expectsName {
                    let name = text.name(at: position)
                    guard _fastPath(name.isValid) else {
                        nameStart = position
                        position = name.end
                        outcome = .stopped(name.step)
                        break scan
                    }
                    position = name.end
                    nodes.append(name.node)
                }
                let byte = text[position]
                if byte == 0x7B || byte == 0x5B {
                    guard _fastPath(depth < depthLimit) else {
                        outcome = .stopped(.depth)
                        break scan
                    }
                    depth &+= 1
                    parent = nodes.open(byte, offset: position, in: parent, members: members)
                    // Both closing characters stand two behind their opening ones in ASCII.
                    closer = byte &+ 2
                    expectsName = byte == 0x7B
                    position = text.skipWhiteSpace(at: position &+ 1)
                    members = text[position] == closer ? 0 : 1
                    if members != 0 { continue scan }
                } else {
                    let value = text.value(byte, at: position, numberLimit: numberLimit)
                    position = value.end
                    guard _fastPath(value.isValid) else {
                        outcome = .stopped(value.step)
                        break scan
                    }
                    nodes.append(value.node)
                    if value.kind == .null, removesNull(in: closer) {
                        nodes.removeLast(closer == 0x7D ? 2 : 1)
                        members &-= 1
                    }
                }
            }
            while true {
                if text[position] != 0x2C { position = text.skipWhiteSpace(at: position) }
                let byte = text[position]
                if byte == 0x2C, closer != 0 {
                    position = text.skipWhiteSpace(at: position &+ 1)
                    expectsName = closer == 0x7D
                    members &+= 1
                    continue scan
                }
                guard byte == closer, closer != 0 else {
                    outcome = byte == closer && position == text.count ? .done : .stopped(.commaOrEnd)
                    break scan
                }
                position &+= 1
                depth &-= 1
                (parent, members, closer) = nodes.close(parent, members: members)
            }
        }
        self.position = position
        self.count = nodes.count
        self.parent = parent
        self.members = members
        self.closer = closer
        self.depth = depth
        self.expectsName = expectsName
        return outcome
    }

    @inline(__always)
    private func removesNull(in closer: UInt8) -> Bool {
        closer == 0x7D ? removesNullMembers : removesNullElements && closer == 0x5D
    }
}
