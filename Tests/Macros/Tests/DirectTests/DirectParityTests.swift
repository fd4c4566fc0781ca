import DecantFoundation
import DecantMacros
import DecantTesting
import Testing

/// Types with `@JSONDirect` give the values and the errors of `Decodable`, also for damaged bodies.
@Suite struct DirectParityTests {
    @Test(arguments: [
        #"""
        {"id":1,"name":"a\u00e9","logo":"https://a.b/c","score":1.5,"isOpen":true,\#
        "prices":[{"amount":12.50,"currency":"eur"}],"names":{"a":"b"},"level":7,\#
        "kind":{"concert":{"hall":"x","seats":3}},"status":2}
        """#,
        #"""
        {"status":null,"kind":{"fair":{"_0":1,"_1":"y"}},"level":0,"prices":[],"isOpen":false,"score":1e3,\#
        "logo":null,"name":"","id":-1}
        """#,
    ])
    func readsEvents(text: String) {
        #expect(DirectContract(Event.self).violations(in: text) == [])
    }

    @Test func readsArraysOfEvents() {
        let text = #"""
            [{"amount": 1, "currency": "eur"},
             {"currency": "usd", "amount": -0.1, "more": [1, {"amount": 2}]}]
            """#
        #expect(DirectContract([Event.Price].self).violations(in: text) == [])
    }

    @Test func readsStrategies() {
        var options = JSON.Options()
        options.decoding = DecodingOptions(dates: .iso8601, data: .array)
        let text = #"""
            {"createdAt": "2026-01-01T00:00:00Z", "changeDates": ["2026-01-01T00:00:00.5+01:00"], "lastChange": null,
             "rawBytes": [1, 255], "nestedNames": {"a_b": ["2026-01-01T00:00:00Z"]}}
            """#
        #expect(DirectContract(Styled.self, options: options).violations(in: text) == [])
    }

    @Test(arguments: [
        #"{"first_name":"a","is_admin2":true}"#, #"{"first_name":1}"#, #"{"is_admin2":null}"#, "{}",
        #"{"is_admin2":1,"first_name":""}"#,
    ])
    func convertsNames(text: String) {
        var options = JSON.Options()
        options.decoding.keys = .convertFromSnakeCase
        #expect(DirectContract(Snake.self, options: options).difference(in: text.utf8) == nil)
    }

    @Test func readsCodingKeys() {
        #expect(
            DirectContract(Keyed.self).violations(in: #"{"@id":1,"display-name":"x","number":0.5,"isSelected":true}"#)
                == []
        )
    }

    @Test func readsRecursiveTypes() {
        let text = #"{"value":1,"children":[{"value":2,"children":[]},{"value":3,"children":[],"extra":[1]}]}"#
        #expect(DirectContract(Tree.self).violations(in: text) == [])
    }

    @Test func readsGenericTypes() {
        let text = #"{"items":[{"amount":1,"currency":"eur"}],"next":{"href":"/2"}}"#
        #expect(DirectContract(Page<Event.Price>.self).violations(in: text) == [])
    }

    @Test(arguments: [
        #"{"Circle":{"r":1.5}}"#, #"{"group":{"_0":[{"empty":{}},{"Circle":{"r":0}}],"name":"x"}}"#, #"{"empty":{}}"#,
    ])
    func readsEnums(text: String) {
        #expect(DirectContract(Shape.self).violations(in: text) == [])
    }
}
