// Decodes one format in a program that links nothing else, which proves that the module links all of its dependencies.
// Scripts/check builds and runs it.

import DecantCore
import DecantJSON

struct Price: Decodable {
    let amount: Double
    let count: Int
}

let price = try JSON(parsing: #"{"amount": 12.5, "count": 3.0}"#.utf8).decode(Price.self)
precondition(price.amount == 12.5 && price.count == 3, "numbers come out as they are written")
