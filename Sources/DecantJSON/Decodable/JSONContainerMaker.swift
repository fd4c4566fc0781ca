/// Makes containers of one type.
///
/// Where the type of the keys is known only while the program runs, the type of the container has to be looked up under a
/// lock, with its conformance, for every object. An object that is generic over the container has both at hand.
final class JSONContainerMaker<Container: JSONObjectContainer> {
    @inline(never)
    func container(_ state: JSONDecodingState, _ node: Int, _ depth: Int) -> KeyedDecodingContainer<Container.Key> {
        KeyedDecodingContainer(Container(state, node, depth))
    }
}
