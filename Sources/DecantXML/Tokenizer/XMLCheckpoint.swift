/// What a token that is not complete may have changed.
struct XMLCheckpoint {
    var position: Int
    var store: XMLSlice.Store
    var end: Int
    var sources: [XMLEntitySource]
    var elementFloor: Int
    var referenceOffset: Int
    var expandedBytes: Int
    var defaultCost: Int
}
