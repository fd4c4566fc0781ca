/// An element whose end was not reached.
struct XMLOpenElement: BitwiseCopyable {
    /// Its name.
    var name: XMLName

    /// How many changes of namespaces were in force before it.
    var bindings: UInt32

    /// Where its start tag begins in the whole text; that of an entity is where the entity is referred to.
    var offset: Int
}
