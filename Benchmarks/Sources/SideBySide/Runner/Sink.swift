/// Where results go that nobody reads, so that the optimiser has to make them.
enum Sink {
    @inline(never) @_optimize(none)
    static func keep<Value>(_ value: borrowing Value) {}
}
