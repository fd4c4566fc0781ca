/// Marks the error for a number that a type does not hold: `JSONDecoder` calls that corrupted data, Decant a mismatch.
struct NumberDoesNotFit: Error {}
