// Counts the allocations of errors that nobody prints: hints in words, remedies, and reports are computed when somebody
// asks. Scripts/check runs the program.

import CAllocations
import DecantCore
import DecantJSON

struct User: Decodable {
    var name: String
}

/// Returns the number of allocations until a body is rejected.
func allocations(_ text: String) -> Int {
    let serializer = JSONResponseSerializer(User.self)
    let context = ResponseContext(mediaType: ResponseMediaType("application/json"))
    let body = ResponseBytes(text.utf8)
    var fewest = Int.max
    // The first error looks up types.
    for _ in 0..<3 {
        let start = allocation_count()
        do throws(ResponseError) {
            _ = try serializer.value(of: body, for: context)
            preconditionFailure("the body is a value")
        } catch {
            fewest = min(fewest, allocation_count() - start)
        }
    }
    return fewest
}

if allocation_count() > 0 {
    for (text, bound) in [("[1,]", 15), ("[[1]", 16), (#"{"id":1}"#, 25), ("", 18)] {
        let count = allocations(text)
        precondition(count <= bound, "the error of “\(text)” makes \(count) allocations, more than \(bound)")
    }
} else {
    print("skipped: allocations are counted only with the C library of GNU")
}
