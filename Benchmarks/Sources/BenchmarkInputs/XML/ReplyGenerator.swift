/// A reply of a SOAP service of about 2 kB: a page of orders.
enum ReplyGenerator {
    static func bytes() -> [UInt8] {
        var source = RandomSource(seed: 4)
        let orders = (1...7).map { order($0, from: &source) }.joined()
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope" \
            xmlns:wsa="http://www.w3.org/2005/08/addressing" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
              <soap:Header>
                <wsa:MessageID>urn:uuid:5f2c1c8e-3a4b-4c55-9d4e-1f0b0c6d7e8f</wsa:MessageID>
                <wsa:Action soap:mustUnderstand="true">http://shop.example.org/orders/List</wsa:Action>
              </soap:Header>
              <soap:Body>
                <ListOrdersResponse xmlns="http://shop.example.org/orders" xmlns:m="http://shop.example.org/money" \
            page="1" total="131">
            \(orders)\
                </ListOrdersResponse>
              </soap:Body>
            </soap:Envelope>

            """
        return Array(text.utf8)
    }

    private static func order(_ number: Int, from source: inout RandomSource) -> String {
        let note =
            source.chance(50)
            ? "<Note>\(source.element(Vocabulary.words)) &amp; more</Note>" : "<Note xsi:nil=\"true\"/>"
        return """
                  <Order id="\(source.number(100_000..<999_999))" state="\(source.chance(60) ? "open" : "sent")">
                    <Customer>\(source.element(Vocabulary.names))</Customer>
                    <Placed>\(Vocabulary.date(from: &source))</Placed>
                    <m:Total currency="EUR">\(source.number(10..<900)).\(source.number(10..<99))</m:Total>
                    \(note)
                  </Order>

            """
    }
}
