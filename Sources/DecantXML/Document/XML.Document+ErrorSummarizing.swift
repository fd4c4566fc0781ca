public import DecantCore

extension XML.Document: ErrorSummarizing {
    /// What a server says in the elements that error bodies commonly have: the title and detail of RFC 9457, the fault of SOAP
    /// 1.1 and 1.2, a message or an error; empty if there is none of them.
    public var errorSummary: String {
        let paths: [XML.Path] = [
            "*:title", "*:detail", "*:Body/*:Fault/*:Reason/*:Text", "*:Body/*:Fault/*:faultstring", "*:message",
            "*:Message", "*:error", "*:Error/*:Message",
        ]
        let told = paths.compactMap { text(at: $0) }.filter { !$0.isEmpty }
        guard let first = told.first else { return "" }
        return told.count > 1 && told[1] != first ? "\(first): \(told[1])" : first
    }
}
