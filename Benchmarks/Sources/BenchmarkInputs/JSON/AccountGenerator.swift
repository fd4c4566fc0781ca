/// An answer of about 200 bytes: what an interface says of one account.
enum AccountGenerator {
    static func bytes() -> [UInt8] {
        let text = """
            {"id":482913,"login":"ada-lind","name":"Ada Lind","email":"ada@example.org","admin":false,\
            "balance":1284.75,"created_at":"2024-03-18T09:41:22Z","tags":["staff","beta","early"],\
            "manager":null,"visits":1731}
            """
        return Array(text.utf8)
    }
}
