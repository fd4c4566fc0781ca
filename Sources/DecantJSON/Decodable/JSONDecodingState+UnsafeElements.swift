// Why: where the type of the elements is known only while the program runs, `append` of an array copies what it is given
// and releases the original, which for a structure of ten strings is ten counts up and ten down. Memory that is filled
// directly is given the value itself.
//
// Bound: the memory has room for `capacity` elements, of which the first `count` are initialised, and the loop ends when
// these are as many. The array is told the count after each element, so that it releases as many when one throws.

import DecantCore

extension JSONDecodingState {
    /// Reads the elements of an array, each of which may have parts.
    func elements<Element: Decodable>(_ array: Int, _ depth: Int) throws -> [Element] {
        let kind = scratch.kind(of: Element.self)
        let capacity = room(for: Element.self, tape[array].count)
        var node = array &+ 1
        var elements = try unsafe [Element](unsafeUninitializedCapacity: capacity) { memory, count in
            while count < capacity {
                enter(node, position: count, of: array, depth)
                let place = unsafe memory.baseAddress.unsafelyUnwrapped + count
                unsafe place.initialize(to: try value(Element.self, kind, node, depth &+ 1))
                count &+= 1
                node = tape.next(after: node)
            }
        }
        try appendElements(from: node, of: array, depth, kind, to: &elements)
        return elements
    }

    /// Reads the elements that there was no room for.
    private func appendElements<Element: Decodable>(
        from first: Int,
        of array: Int,
        _ depth: Int,
        _ kind: DecodableKind,
        to elements: inout [Element]
    ) throws {
        let end = tape[array].end
        var node = first
        while node < end {
            enter(node, position: elements.count, of: array, depth)
            elements.append(try value(Element.self, kind, node, depth &+ 1))
            node = tape.next(after: node)
        }
    }
}
