/// A container that a decoding can make of an object.
protocol JSONObjectContainer: KeyedDecodingContainerProtocol {
    init(_ state: JSONDecodingState, _ node: Int, _ depth: Int)
}
