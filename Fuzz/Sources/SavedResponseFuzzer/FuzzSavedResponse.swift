import DecantCaptures
import DecantCore
import FuzzSupport
import HTTPTypes

/// Reads a saved response, with small limits if the first byte is odd.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSavedResponse(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let choice = input.takeByte()
    examineFile(input.body, limits: choice & 1 == 0 ? Limits() : smallLimits)
    if choice & 2 != 0 { examineChunks(input) }
    return 0
}

private let smallLimits = {
    var limits = Limits()
    limits.headBytes = 200
    limits.fieldBytes = 60
    limits.fieldCount = 4
    limits.interimHeads = 2
    limits.errorBodyBytes = 16
    limits.bodyBytes = 100
    return limits
}()

private func examineFile(_ file: ResponseBytes, limits: Limits) {
    do throws(ResponseError) {
        let saved = try SavedResponse(file, limits: limits)
        assure(SavedResponse.begins(file) || !saved.findings.isEmpty, "a head that does not begin as one, silently")
        assure(saved.body.count <= file.count, "the body has more bytes than the file")
        assure(saved.head.headerFields.count <= limits.fieldCount, "more fields than allowed")
        for finding in saved.findings { examine(finding, of: saved) }
        examineHeadAgain(saved.head)
        examineDecoding(saved, limits: limits)
    } catch {
        error.examine(bodyCount: file.count)
    }
}

private func examine(_ finding: Finding, of saved: SavedResponse) {
    guard let offset = finding.offset else { return }
    assure(offset >= 0 && offset <= saved.body.count, "a finding at \(offset) of \(saved.body.count)")
}

/// Checks that a head that is written again reads as the same head.
private func examineHeadAgain(_ head: HTTPResponse) {
    let again: SavedResponse
    do throws(ResponseError) {
        again = try SavedResponse(ResponseBytes(written(head)), limits: .unlimited)
    } catch {
        fatalError("a head is refused once written: \(error)")
    }
    assureEqual(again.head.status, head.status, "another status once written")
    assureEqual(again.head.headerFields, head.headerFields, "other fields once written")
    assure(again.body.isEmpty, "a head alone has a body")
}

private func written(_ head: HTTPResponse) -> [UInt8] {
    let digits = String(head.status.code)
    var bytes = Array("HTTP/1.1 ".utf8)
    bytes += Array((String(repeating: "0", count: 3 - digits.utf8.count) + digits).utf8)
    bytes += Array(" \(head.status.reasonPhrase)\n".utf8)
    for field in head.headerFields {
        bytes += Array("\(field.name.rawName):".utf8)
        bytes += field.withUnsafeBytesOfValue { Array($0) }
        bytes.append(0x0A)
    }
    return bytes + [0x0A]
}

private func examineDecoding(_ saved: SavedResponse, limits: Limits) {
    do throws(ResponseError) {
        let response = try saved.response(as: DataResponseSerializer().limits(limits), url: "https://example.com/?q")
        assure(response.value.count <= limits.bodyBytes, "more of a body than allowed")
    } catch {
        // The offset refers to the decoded body if content codings were decoded.
        assure(error.bodyCount <= max(saved.body.count, limits.bodyBytes), "more of a body than allowed")
        error.examine(bodyCount: error.codedBody == nil ? saved.body.count : error.bodyCount)
    }
}

/// Checks that splitting bytes into chunks preserves them.
private func examineChunks(_ input: FuzzInput) {
    var input = input
    var file = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
    var content: [UInt8] = []
    let lengths = input.take(4)
    for length in lengths where length > 0 {
        let chunk = input.take(Int(length))
        guard !chunk.isEmpty else { break }
        content += chunk
        file +=
            Array(String(chunk.count, radix: 16, uppercase: length & 1 == 0).utf8) + [0x0D, 0x0A] + chunk + [
                0x0D, 0x0A,
            ]
    }
    file += Array("0\r\n\r\n".utf8)
    do throws(ResponseError) {
        let saved = try SavedResponse(ResponseBytes(file))
        assureEqual(Array(saved.body), content, "chunks are put together to something else")
        assureEqual(saved.findings.map(\.code), [.chunkedBody], "regular chunks are not regular")
    } catch {
        fatalError("regular chunks are refused: \(error)")
    }
}
