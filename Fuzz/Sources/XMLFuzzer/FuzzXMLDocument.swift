import Decant
import DecantCore
import DecantXML
import FuzzSupport
import HTTPTypes

/// Parses XML trees, with the options and limits in the first two bytes.
func fuzzXMLDocument(_ input: inout FuzzInput) {
    let choice = XMLChoice(&input)
    let body = input.body
    if let document = read(body, choice) {
        examineLimits(document, choice)
        XMLTreeInvariants(document, choice.options).run()
    }
    examineFailure(body, choice)
}

/// Reads a document in every way, and checks that all results agree.
private func read(_ body: ResponseBytes, _ choice: XMLChoice) -> XML.Document? {
    let document = parsed(body, choice)
    var serializer = XMLDocumentResponseSerializer(options: choice.options).limits(choice.limits)
        .acceptingAnyMediaType()
    serializer.handling.configuration.treatsWhitespaceAsEmpty = false
    do throws(ResponseError) {
        let same = try serializer.value(of: body, for: ResponseContext(mediaType: nil))
        assureEqual(document.map(XMLRecord.records), XMLRecord.records(of: same), "the serializer reads")
    } catch {
        error.examine(bodyCount: body.count)
        assure(document == nil, "the serializer refuses a document: \(error)")
    }
    return document
}

private func parsed(_ body: ResponseBytes, _ choice: XMLChoice) -> XML.Document? {
    do throws(ResponseError) {
        return try XML.Document(parsing: body, options: choice.options, limits: choice.limits)
    } catch {
        error.examine(bodyCount: body.count)
        return nil
    }
}

private func examineLimits(_ document: XML.Document, _ choice: XMLChoice) {
    var depth = 0
    document.root.walk { node in
        guard node.isElement else { return }
        depth += 1
        assure(depth <= choice.limits.xmlDepth, "deeper than the limit")
        assure(node.attributes.count <= choice.limits.xmlAttributes, "more attributes than the limit")
        assure(node.name.written.utf8.count <= choice.limits.xmlNameBytes, "a name longer than the limit")
    } end: { _ in
        depth -= 1
    }
    let nodes = document.node.descendants.count
    assure(nodes <= choice.limits.xmlNodes, "\(nodes) nodes, \(choice.limits.xmlNodes) are allowed")
}

/// Reads the document as the body of a response with an error status.
private func examineFailure(_ body: ResponseBytes, _ choice: XMLChoice) {
    var head = HTTPResponse(status: .badRequest)
    head.headerFields[.contentType] = "application/problem+xml"
    let serializer = XMLDocumentResponseSerializer(options: choice.options).failure(.xmlProblemDetails)
        .removingTextBeforeDocument()
    do throws(ResponseError) {
        _ = try serializer.value(of: body, for: ResponseContext(head))
        fatalError("a bad status is accepted")
    } catch {
        error.examine(bodyCount: body.count)
        assureEqual(error.code, .unacceptableStatus, "a bad status is always the primary reason")
    }
}
