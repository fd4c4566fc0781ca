/// Where to go on when an entity was read.
struct XMLEntitySource {
    /// Which entity is being read.
    var entity: Int

    /// Whether it is a parameter entity; those have numbers of their own.
    var isParameter: Bool

    /// Where the text around it goes on.
    var position: Int

    /// Where the text around it ends.
    var end: Int

    /// The store of the text around it.
    var store: XMLSlice.Store

    /// How many elements were open outside of the entity around it.
    var elementFloor: Int
}
