/// A destination of unused results, so that the optimiser has to compute them.
enum Sink {
    @inline(never) @_optimize(none)
    static func keep<Value>(_ value: borrowing Value) {}
}
