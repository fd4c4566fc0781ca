import DecantJSON

extension ParityCases {
    static let probes = [
        ParityCase(
            #"{"i":1,"n":null,"super":5,"s":"x","o":{"a":[true]},"u":[1,null,7,[2],{"k":null},null,null]}"#,
            as: KeyedProbe.self
        ),
        ParityCase(#"{"i":"1","s":2,"o":[],"u":{}}"#, as: KeyedProbe.self),
        ParityCase(#"{}"#, as: KeyedProbe.self),
        ParityCase(#"{"i":1,"i":"2","o":null}"#, as: KeyedProbe.self),
        ParityCase("[1,null,7,[2],{},null,null]", as: UnkeyedProbe.self),
        ParityCase("[]", as: UnkeyedProbe.self),
        ParityCase("[\"a\"]", as: UnkeyedProbe.self),
        ParityCase("[null,null,[null],[1],{\"k\":1}]", as: UnkeyedProbe.self),
        ParityCase("[[[1,[2]]],null,3]", as: UnkeyedProbe.self),
        ParityCase("1", as: SingleProbe.self),
        ParityCase("null", as: SingleProbe.self),
        ParityCase("\"a\"", as: SingleProbe.self),
        ParityCase("[1]", as: SingleProbe.self),
        ParityCase("{\"k\":1}", as: SingleProbe.self),
        ParityCase("[{\"k\":[{\"k\":\"x\"}]}]", as: [[String: [SingleProbe]]].self),
    ]
}
