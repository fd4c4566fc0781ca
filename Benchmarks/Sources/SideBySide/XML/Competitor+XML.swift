extension Competitor {
    static let decantEvents = Competitor(rawValue: "Decant, events")
    static let decantStrings = Competitor(rawValue: "Decant, events as String")
    static let decantChunks = Competitor(rawValue: "Decant, events from chunks")
    static let xmlParser = Competitor(rawValue: "XMLParser, empty delegate")
    static let xmlParserNamespaces = Competitor(rawValue: "XMLParser, empty delegate, namespaces")
    static let xmlParserCounting = Competitor(rawValue: "XMLParser, counting delegate")
    static let xmlDocument = Competitor(rawValue: "XMLDocument")
    static let libxml2Events = Competitor(rawValue: "libxml2, SAX2")
    static let libxml2Chunks = Competitor(rawValue: "libxml2, SAX2 from chunks")
    static let libxml2Tree = Competitor(rawValue: "libxml2, tree")
    static let expat = Competitor(rawValue: "expat")
}
