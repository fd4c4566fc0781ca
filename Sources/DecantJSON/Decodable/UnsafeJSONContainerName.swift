// Why: to hand out a reference as a value of a generic type of the standard library, the program looks that type up under a
// lock each time, unless it is at hand; an object that is generic over it has it at hand.
//
// Bound: only where a container consists of nothing but a reference is any taken apart (see UnsafeJSONContainers), and the
// type that it is made again as is the one that the reference was taken from. `unsafeBitCast` stops the program if not even
// the sizes agree.

/// Knows the type of the containers for one type of keys.
final class UnsafeJSONContainerName<Container> {
    /// The reference that a container consists of.
    func reference(of container: Container) -> AnyObject { unsafe unsafeBitCast(container, to: AnyObject.self) }

    /// The container that consists of a reference.
    @inline(never)
    func container(_ reference: AnyObject) -> Container { unsafe unsafeBitCast(reference, to: Container.self) }
}
