// Why: the standard library puts each keyed container into an object of a generic type, and looks up that type each time: 600
// instructions for each object of a document, a tenth of the time that small objects take. So the objects are used again. A
// container refers to its object of the document through a reference of its own, and can be given another one once no copy of it
// is left.
//
// Bound: a container is given another object only if `isKnownUniquelyReferenced` says so of the standard library's object in it, and
// so no copy of it is left. That a container is one reference is what `isOneReference` finds out by reflection; where it is not, none
// is used again. The state of a decoding is alive while it runs, and a container that outlives it gets a reference of its own
// when the decoding ends. A decoder belongs to one task, as every `Decoder` does.

import DecantCore

/// The object of a document that a keyed container is for.
@safe
final class KeyedObject {
    @exclusivity(unchecked) private var decoding: Unmanaged<DecodingState>?
    @exclusivity(unchecked) private var place: DocumentPlace

    /// The same state, if the container may outlive the decoding.
    private var owner: DecodingState?

    /// Creates a reference to no object.
    init() {
        unsafe decoding = nil
        unsafe place = DocumentPlace(0, 0)
    }

    /// Creates a reference that keeps the state.
    init(_ state: DecodingState, _ place: DocumentPlace) {
        unsafe decoding = Unmanaged.passUnretained(state)
        unsafe self.place = place
        owner = state
    }

    /// Calls a closure with the state and the place in the document, without counting a reference.
    @inline(__always)
    func read<Result>(_ body: (DecodingState, DocumentPlace) throws -> Result) rethrows -> Result {
        let place = unsafe self.place
        return try unsafe decoding.unsafelyUnwrapped._withUnsafeGuaranteedRef { try body($0, place) }
    }

    /// The state.
    @inline(__always)
    var state: DecodingState { unsafe decoding.unsafelyUnwrapped.takeUnretainedValue() }

    /// The level of the values.
    @inline(__always)
    var inside: Int { unsafe place.depth &+ 1 }

    /// Whether it refers to an object of a decoding.
    @inline(__always)
    fileprivate var isUsed: Bool { unsafe decoding != nil }

    /// Refers to an object of a decoding that keeps its state as long as the reference is used.
    @inline(__always)
    fileprivate func refer(to newPlace: DocumentPlace, _ newState: DecodingState) {
        unsafe place = newPlace
        unsafe decoding = Unmanaged.passUnretained(newState)
    }

    /// Refers to no object any more.
    fileprivate func forget() { unsafe decoding = nil }

    /// Keeps the state.
    fileprivate func keep(_ state: DecodingState) { owner = state }
}

/// A keyed container that is used again.
@safe
class SpareContainer {
    @exclusivity(unchecked) private var object = KeyedObject()

    /// The standard library's object in the container.
    @exclusivity(unchecked) private var box: AnyObject?

    @inline(__always)
    fileprivate final var standardObject: AnyObject { unsafe box.unsafelyUnwrapped }

    /// The next one for the same keys.
    private var next: SpareContainer?

    /// The one that the decoding began to use before.
    @exclusivity(unchecked) fileprivate var before: Unmanaged<SpareContainer>?

    /// The number of containers for the same keys that are used again: of objects inside one another.
    private static let most = 4

    /// Whether a container of the standard library is one reference.
    private static let isOneReference: Bool = {
        let container = KeyedDecodingContainer(KeyedContainer<DocumentKey>(KeyedObject()))
        let parts = Mirror(reflecting: container).children.map { type(of: $0.value) }
        return MemoryLayout<KeyedDecodingContainer<DocumentKey>>.size == MemoryLayout<AnyObject>.size
            && parts.count == 1 && parts[0] is AnyClass
    }()

    /// Creates one for the object of a document.
    ///
    /// - Returns: Nil if no container can be used again.
    static func make<Key: CodingKey>(for keys: Key.Type) -> SpareContainer? {
        guard isOneReference else { return nil }
        return SpareContainerOfType<KeyedDecodingContainer<Key>>()
    }

    /// Creates one that was not used yet.
    fileprivate init() {}

    /// Whether no copy of the container is left.
    @inline(__always)
    final var isFree: Bool { unsafe isKnownUniquelyReferenced(&box) || box == nil }

    /// The next one for the same keys that is free, or a new one; nil if there are too many.
    @inline(never)
    final func nextFree<Key: CodingKey>(for keys: Key.Type) -> SpareContainer? {
        var last = self
        for _ in 1..<Self.most {
            guard let next = last.next else {
                last.next = Self.make(for: keys)
                return last.next
            }
            if next.isFree { return next }
            last = next
        }
        return nil
    }

    /// The container for an object, which is noted as the one that the decoding began to use last if it is its first one.
    @inline(__always)
    final func container<Key: CodingKey>(
        keyedBy type: Key.Type,
        _ state: DecodingState,
        _ place: DocumentPlace,
        _ latest: inout Unmanaged<SpareContainer>?
    ) -> KeyedDecodingContainer<Key> {
        if unsafe !object.isUsed {
            unsafe before = latest
            unsafe latest = Unmanaged.passUnretained(self)
        }
        unsafe object.refer(to: place, state)
        if unsafe box == nil { begin(type) }
        // It was made for these keys.
        return unsafe unsafeDowncast(self, to: SpareContainerOfType<KeyedDecodingContainer<Key>>.self).container
    }

    @inline(never)
    private func begin<Key: CodingKey>(_ type: Key.Type) {
        let container = unsafe KeyedDecodingContainer(KeyedContainer<Key>(object))
        unsafe box = withUnsafeBytes(of: container) { bytes in unsafe bytes.load(as: AnyObject.self) }
    }

    /// Ends the use by a decoding of a container, which keeps its state if a copy is left.
    ///
    /// - Returns: The one that the decoding began to use before.
    final func end(_ state: DecodingState) -> Unmanaged<SpareContainer>? {
        if isFree {
            unsafe object.forget()
        } else {
            unsafe object.keep(state)
            unsafe object = KeyedObject()
            unsafe box = nil
        }
        return unsafe before.take()
    }
}

/// A container of one type that is used again.
///
/// Code that is generic over the keys would have the program look up this type each time; an object of it has it at hand.
@safe
private final class SpareContainerOfType<Container>: SpareContainer {
    override init() {}

    var container: Container {
        @inline(never)
        get { unsafe withUnsafeBytes(of: standardObject) { bytes in unsafe bytes.load(as: Container.self) } }
    }
}
