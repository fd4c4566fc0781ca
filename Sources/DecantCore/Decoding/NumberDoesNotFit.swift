/// Marks the error for a number that a type does not hold: `JSONDecoder` calls that corrupted data, Decant a mismatch.
package struct NumberDoesNotFit: Error {
    /// Creates the mark.
    package init() {}
}
