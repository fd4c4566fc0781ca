struct User: Decodable, Equatable {
    var name: String
    var age: Int
}
