import Decant
import DecantReport
import HTTPTypes

extension Demo {
    /// Returns the responses as a page of `decant report`, each decoded by its media type.
    static func page(address: String) throws -> [UInt8] {
        var reading = ReadingOptions()
        reading.thumbnail = PageRow.thumbnailSide
        reading.decodesToEnd = true
        let decoder = ResponseDecoder(reading)
        var page = ReportPage(PageRow(mask: CredentialMask(isActive: true)))
        for (index, row) in rows.enumerated() {
            let outcome = decoder.outcome(of: row.response.received(from: "\(address)/\(index + 1)"), input: row.title)
            page.add(CaptureInputs.Item(outcome: outcome, entry: nil, path: ""))
        }
        return try page.html(title: "The responses of the demo")
    }
}

extension DemoResponse {
    /// The response as a client receives it.
    fileprivate func received(from url: String) -> InputResponse {
        var head = HTTPResponse(status: .init(code: status))
        if let contentType { head.headerFields[.contentType] = contentType }
        if let coding { head.headerFields[.contentEncoding] = coding }
        head.headerFields[.contentLength] = "\(claimedLength ?? body.count)"
        let context = ResponseContext(head, method: .get, url: url)
        return InputResponse(context: context, body: ResponseBytes(body))
    }
}
