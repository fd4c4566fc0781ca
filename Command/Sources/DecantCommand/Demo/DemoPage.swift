import Decant
import DecantReport
import HTTPTypes

/// The responses of the demo as a page of `decant report`, each decoded by its media type.
struct DemoPage {
    private let address: String

    /// Creates a page.
    ///
    /// - Parameter address: The address of the server.
    init(address: String) {
        self.address = address
    }

    /// The page in HTML.
    ///
    /// - Throws: The error of the template.
    func html() throws -> [UInt8] {
        var reading = ReadingOptions()
        reading.thumbnail = PageRow.thumbnailSide
        reading.decodesToEnd = true
        let decoder = ResponseDecoder(reading)
        var page = ReportPage(PageRow(mask: CredentialMask(isActive: true)))
        for (index, row) in Demo.rows.enumerated() {
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
