// Why: a decoder writes elements in code that is not specialized for their type, and the program reads them in code that
// is. Memory of its own needs neither the type of an array nor a copy, in either place.
//
// Bound: the memory has a capacity of `capacity` elements. Those from `next` to `count` are initialized; an element
// leaves the memory when it is delivered. `deinit` destroys the others. No pointer leaves this type.

/// The elements that were decoded and not delivered yet.
@safe
@usableFromInline
struct ElementBatch<Element>: ~Copyable {
    /// The maximum number of elements.
    static var maxCount: Int { 256 }

    @usableFromInline var elements: UnsafeMutablePointer<Element>?
    private var capacity = 0

    /// The index of the next element to deliver.
    @usableFromInline var next = 0

    /// The number of elements, including those delivered.
    @usableFromInline var count = 0

    /// The offset in the stream after each element.
    private var ends: [Int] = []

    /// The offset at which the batch ends.
    private var maxEnd = 0

    /// The revision of the decoder before the first element.
    private var firstRevision = 0

    /// The revision of the decoder after the last element.
    private(set) var revision = 0

    init() {}

    @inlinable
    deinit {
        guard let elements = unsafe elements else { return }
        unsafe (elements + next).deinitialize(count: count - next)
        unsafe elements.deallocate()
    }

    /// Whether all elements were delivered.
    var isDelivered: Bool { next == count }

    /// The offset in the stream after the last delivered element; nil if there is none.
    var end: Int? { next == 0 ? nil : ends[next - 1] }

    /// Removes the next element.
    @inlinable
    @inline(__always)
    mutating func popFirst() -> Element? {
        guard next < count, let elements = unsafe elements else { return nil }
        let element = unsafe (elements + next).move()
        next &+= 1
        return element
    }

    /// Starts an empty batch; all elements must be delivered.
    mutating func removeAll() {
        precondition(isDelivered, "the batch has elements")
        (next, count) = (0, 0)
    }

    /// Sets the bounds of an empty batch.
    ///
    /// - Parameters:
    ///   - start: The offset in the stream before the first element.
    ///   - length: The number of bytes to decode.
    ///   - revision: The revision of the decoder.
    mutating func begin(at start: Int, length: Int, _ revision: Int) {
        maxEnd = start + length
        firstRevision = revision
    }

    /// Appends an element.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - end: The offset in the stream after the element.
    ///   - revision: The revision of the decoder. An element that changes it is the last one, so that what it changed
    ///     is published with it.
    /// - Returns: Whether further elements belong to the batch.
    mutating func append(_ element: consuming Element, endingAt end: Int, _ revision: Int) -> Bool {
        if count == capacity { grow() }
        if let elements = unsafe elements { unsafe (elements + count).initialize(to: element) }
        if count < ends.count { ends[count] = end } else { ends.append(end) }
        count += 1
        self.revision = revision
        return revision == firstRevision && end < maxEnd && count < Self.maxCount
    }

    /// Returns whether a batch with elements ends at an offset in the stream.
    func isComplete(at offset: Int) -> Bool { count > 0 && offset >= maxEnd }

    private mutating func grow() {
        capacity = max(4, capacity * 4)
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        if let elements = unsafe elements {
            unsafe (larger + next).moveInitialize(from: elements + next, count: count - next)
            unsafe elements.deallocate()
        }
        unsafe elements = larger
    }
}
