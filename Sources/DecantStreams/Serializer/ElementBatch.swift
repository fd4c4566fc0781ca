// Why: a decoder writes elements in code that is not specialized for their type, and the program reads them in code that
// is. Memory of its own needs neither a lookup of generic types nor a copy, in either place. Accesses to the properties
// that change with each element are not checked at run time.
//
// Bound: `elements` and `ends` have room for `maxCount` values. The elements at `indices` are initialized; `append`
// checks their number. An element leaves the memory when it is delivered; `deinit` destroys the others. No pointer
// leaves this type, and no member calls code of the program while it changes a property.

/// The elements that were decoded and not delivered yet.
@safe
@usableFromInline
final class ElementBatch<Element> {
    /// The maximum number of elements.
    ///
    /// More elements would make batches hardly cheaper, but their memory would no longer be in the allocator's cache.
    private let maxCount = SIMD8<Int>.scalarCount

    @usableFromInline let elements: UnsafeMutablePointer<Element>

    /// The indices of the elements to deliver.
    @usableFromInline @safe @exclusivity(unchecked) private(set) var indices = 0..<0

    /// The offset in the stream after each element.
    @safe @exclusivity(unchecked) private var ends = SIMD8<Int>()
    @safe @exclusivity(unchecked) private var endCount = 0

    /// The offset at which the batch ends.
    private var maxEnd = 0

    /// The revision of the decoder before the first element.
    private var firstRevision = 0

    /// The revision of the decoder after the last element.
    private(set) var revision = 0

    init() {
        unsafe elements = UnsafeMutablePointer.allocate(capacity: maxCount)
    }

    deinit {
        unsafe (elements + indices.lowerBound).deinitialize(count: indices.count)
        unsafe elements.deallocate()
    }

    /// Whether all elements were delivered.
    var isDelivered: Bool { indices.isEmpty }

    /// The number of elements, including those delivered.
    var count: Int { indices.upperBound }

    /// The number of delivered elements.
    var deliveredCount: Int { indices.lowerBound }

    /// The offset in the stream after the last delivered element, or nil if there is none.
    var end: Int? { deliveredCount == 0 ? nil : ends[deliveredCount - 1] }

    /// Removes the next element.
    @inlinable
    @inline(__always)
    func popFirst() -> Element? {
        let rest = indices
        guard !rest.isEmpty else { return nil }
        indices = rest.lowerBound &+ 1..<rest.upperBound
        return unsafe (elements + rest.lowerBound).move()
    }

    /// Starts an empty batch; all elements must be delivered.
    func removeAll() {
        precondition(isDelivered, "the batch has elements")
        indices = 0..<0
        endCount = 0
    }

    /// Sets the bounds of an empty batch.
    ///
    /// - Parameters:
    ///   - start: The offset in the stream before the first element.
    ///   - length: The number of bytes to decode.
    ///   - revision: The revision of the decoder.
    func start(at start: Int, length: Int, _ revision: Int) {
        maxEnd = start + length
        firstRevision = revision
    }

    /// Appends an element to a batch that is not full.
    @inline(__always)
    func append(_ element: consuming Element) {
        let rest = indices
        precondition(rest.upperBound < maxCount, "the batch is full")
        unsafe (elements + rest.upperBound).initialize(to: consume element)
        indices = rest.lowerBound..<rest.upperBound &+ 1
    }

    /// Records the state of the decoder after an item, and after the element that it may have appended.
    ///
    /// - Parameters:
    ///   - end: The offset in the stream after the item.
    ///   - revision: The revision of the decoder. An element that changes it is the last one, so that what it changed
    ///     is published with it.
    /// - Returns: Whether further elements belong to the batch.
    @inline(__always)
    func endItem(at end: Int, _ revision: Int) -> Bool {
        let count = count
        guard count > 0 else { return true }
        if endCount < count {
            ends[endCount] = end
            endCount = count
            self.revision = revision
        }
        return revision == firstRevision && end < maxEnd && count < maxCount
    }
}
