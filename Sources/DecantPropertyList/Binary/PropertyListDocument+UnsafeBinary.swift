// Why: words are written straight into the uninitialised storage of an array, and bytes are read straight from the body.
//
// Bound: the pointers live inside of the closures that lend them. `UnsafeBinaryPropertyList` and `UnsafePropertyListWords`
// state what the reader keeps to; the array is told the number of words the reader has written, all of them in order from
// the front.

import DecantCore

extension PropertyListDocument {
    /// Reads a binary list.
    init(binary body: ResponseBody, limits: Limits) throws(ResponseError) {
        let trailer = try BinaryPropertyListTrailer(of: body)
        do throws(BinaryPropertyListFault) {
            self.init(format: .binary, body: body, words: try Self.words(of: body, trailer, limits))
        } catch {
            throw error.error(in: body)
        }
    }

    private static func words(
        of body: borrowing ResponseBody,
        _ trailer: BinaryPropertyListTrailer,
        _ limits: Limits
    ) throws(BinaryPropertyListFault) -> [UInt64] {
        let start = body.start
        var words: [UInt64] = []
        let failure = unsafe body.storage.withUnsafeBytes { storage in
            let list = unsafe UnsafeBinaryPropertyList(storage, from: start, trailer)
            var reader = BinaryPropertyListReader(list, trailer, limits)
            return fill(&words, with: &reader, firstRoom: Self.room(for: trailer))
        }
        if let failure { throw failure }
        return words
    }

    /// How many words a list takes whose objects are used once: fewer than its references and the words of its containers.
    ///
    /// Room that is not used is never touched, and so takes no memory.
    private static func room(for trailer: BinaryPropertyListTrailer) -> Int {
        let references = trailer.table / trailer.referenceSize
        return min(references, 4 * trailer.objectCount) + 16
    }

    private static func fill(
        _ words: inout [UInt64],
        with reader: inout BinaryPropertyListReader,
        firstRoom: Int
    ) -> BinaryPropertyListFault? {
        var capacity = firstRoom
        var fault: BinaryPropertyListFault?
        var isDone = false
        while !isDone {
            let written = words.count
            words.reserveCapacity(capacity)
            words.append(addingCapacity: capacity - written) { output in
                unsafe output.withUnsafeMutableBufferPointer { buffer, added in
                    unsafe UnsafeFreshMemory.preferLargePages(buffer)
                    do throws(BinaryPropertyListFault) {
                        isDone = try reader.run(into: unsafe UnsafePropertyListWords(buffer, behind: written))
                    } catch {
                        fault = error
                        isDone = true
                    }
                    added = reader.count - written
                }
            }
            capacity *= 2
        }
        return fault
    }
}
