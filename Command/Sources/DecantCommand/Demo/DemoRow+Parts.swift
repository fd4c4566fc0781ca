import Decant
import DecantFoundation
import DecantImages
import DemoImages
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension DemoRow {
    /// Responses of several parts, each also in a malformed form.
    static let parts: [DemoRow] = [
        batch("the responses to a batch", batch + "--batch--\r\n", .value("Ada, no such user, Grace")),
        batch(
            "a batch without its last part",
            batch,
            .failure(.truncatedBody, ["delimiter"])
        ),
        camera(
            "ten pictures of a camera",
            DemoImage.camera.bytes,
            .value("10 pictures, 104 by 72 pixels")
        ),
        camera(
            "a disabled camera",
            disabled,
            .failure(.unacceptableMediaType, ["“The camera is off”"])
        ),
    ]

    /// Creates a row for the responses to several requests that were sent as one.
    private static func batch(_ title: String, _ text: String, _ expectation: DemoExpectation) -> DemoRow {
        DemoRow(
            title,
            DemoResponse("multipart/mixed; boundary=batch", text),
            as: .multipart,
            ".multipart, then .json(User.self) of each part",
            expectation,
            show: { parts in parts.map(name).joined(separator: ", ") }
        )
    }

    /// Returns the name of the user in a part, or the text of its error.
    private static func name(of part: BodyPart) -> String {
        do throws(ResponseError) {
            return try part.value(as: .json(Demo.User.self).failure(.json(Problem.self))).name
        } catch {
            return error.errorBody(as: Problem.self)?.message ?? "\(error)"
        }
    }

    private struct Problem: Decodable, Sendable { let message: String }

    private static let batch = [
        ("200 OK", "{\"id\":1,\"name\":\"Ada\"}"), ("404 Not Found", "{\"message\":\"no such user\"}"),
        ("200 OK", "{\"id\":3,\"name\":\"Grace\"}"),
    ].map { status, body in
        "--batch\r\nContent-Type: application/http\r\n\r\n"
            + "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n\r\n\(body)\r\n"
    }.joined()

    /// The first pictures, and then a page.
    private static let disabled: [UInt8] = {
        let pictures = DemoImage.camera.bytes
        let delimiters = pictures.ranges(of: Array("--frame\r\n".utf8))
        let page = "--frame\r\nContent-Type: text/html\r\n\r\n<title>The camera is off</title>\r\n--frame--\r\n"
        return pictures.prefix(delimiters[delimiters.count / 2].lowerBound) + Array(page.utf8)
    }()

    /// Creates a row for a camera, whose pictures are decoded while they arrive.
    private static func camera(_ title: String, _ bytes: [UInt8], _ expectation: DemoExpectation) -> DemoRow {
        DemoRow(
            title,
            DemoResponse("multipart/x-mixed-replace; boundary=frame", bytes: bytes),
            ".multipart, then .image of each part",
            expectation,
            expectsImage: true
        ) { url in
            let stream = try await URLSession.shared.stream(for: URLRequest(url: url), as: .multipart)
            var images: [DecodedImage] = []
            for try await part in stream { images.append(try part.value(as: .image).decoded()) }
            let size = images.first.map { "\($0.width) by \($0.height) pixels" } ?? "none"
            return .value("\(images.count) pictures, \(size)", findings: stream.findings, images: images)
        }
    }
}
