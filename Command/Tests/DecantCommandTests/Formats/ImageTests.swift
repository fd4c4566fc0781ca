import Decant
import DecantImages
import Foundation
import Testing

/// Images, decoded by the built command.
struct ImageTests {
    private static func saved(_ type: String, _ name: String) throws -> Data {
        Data("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\n".utf8) + (try ImageFixture.data(name))
    }

    private static func report(_ arguments: [String]) async throws -> [String: Any] {
        let run = try await CommandRun(["--report"] + arguments)
        return try #require(run.report.first)
    }

    @Test(arguments: [
        ("rgb.png", "PNG, 7 by 5 pixels, RGB, 8 bits"),
        ("rgba.png", "PNG, 7 by 5 pixels, RGB with alpha, 8 bits"),
        ("gray-2.png", "PNG, 7 by 5 pixels, gray, 2 bits"),
        ("metadata.png", "PNG, 7 by 5 pixels, RGB, 8 bits, to be rotated right, color profile"),
        ("animated.png", "PNG, 7 by 5 pixels, RGB with alpha, 8 bits, 3 frames in 600 ms twice"),
        ("rgb-24.bmp", "BMP, 7 by 5 pixels, RGB, 8 bits"),
        ("several.ico", "ICO, 9 by 6 pixels, RGB with alpha, 8 bits, the best of 3 images"),
        ("pointer.cur", "CUR, 7 by 5 pixels, RGB with alpha, 8 bits, hot spot at 3, 2"),
        ("plain.xbm", "XBM, 7 by 5 pixels, gray, 1 bit"),
        ("rgb.jpg", "JPEG, 7 by 5 pixels, RGB, 8 bits"),
    ])
    func describesAnImage(name: String, facts: String) async throws {
        let run = try await CommandRun([ImageFixture.path(name)])
        #expect(run.text == facts + "\n")
        #expect(run.exitStatus == 0)
    }

    @Test(
        "Recognizes an image by its type or its first bytes",
        arguments: [
            ("image/png", "rgb.png"), ("application/octet-stream", "still.gif"), ("image/x-icon", "one.ico"),
            ("image/x-win-bitmap", "rgb-24.bmp"), ("application/octet-stream", "plain.xbm"),
        ]
    )
    func recognizesAnImageByItsTypeOrItsFirst(type: String, name: String) async throws {
        let run = try await CommandRun(["--report"], input: try Self.saved(type, name))
        #expect(run.report.first?["serializer"] as? String == "image")
        #expect(run.report.first?["verdict"] as? String == "value")
    }

    @Test(arguments: ["rgb.png", "still.gif", "rgb-24.bmp", "one.ico", "pointer.cur", "plain.xbm"])
    func guessesAnImageWithoutAName(name: String) async throws {
        let run = try await CommandRun(["--report"], input: try ImageFixture.data(name))
        #expect(run.report.first?["serializer"] as? String == "image")
        #expect(run.report.first?["verdict"] as? String == "value")
    }

    @Test("Decodes SVG as XML and text with a magic number as text") func decodesSVGAsXMLAndTextWithAMagicNumber()
        async throws
    {
        let drawing = try await CommandRun(["--report"], input: #"<?xml version="1.0"?><svg/>"#)
        #expect(drawing.report.first?["serializer"] as? String == "xml")
        for text in ["BMW is a make of cars, and this is a sentence about it", "#define A 1\nint main() {}\n"] {
            let run = try await CommandRun(["--report"], input: text)
            #expect(run.report.first?["serializer"] as? String == "string")
        }
    }

    @Test func reportsThePropertiesOfAnImage() async throws {
        let line = try await Self.report([ImageFixture.path("metadata.png")])
        let image = try #require(line["image"] as? [String: Any])
        #expect(Set(image.keys) == ["format", "width", "height", "frames", "orientation", "bits"])
        #expect(image["format"] as? String == "png")
        #expect([image["width"], image["height"], image["frames"]].map { $0 as? Int } == [7, 5, 1])
        #expect([image["orientation"], image["bits"]].map { $0 as? Int } == [6, 8])
    }

    @Test func writesAnImage() async throws {
        let folder = try TemporaryFolder()
        for name in ["rgb.png", "animated.gif", "several.ico", "rgb-16.png", "metadata.png"] {
            let copy = folder.url.appendingPathComponent("copy.png").path
            let run = try await CommandRun(["--output", copy, ImageFixture.path(name)])
            #expect(run.exitStatus == 0)
            let written = try DecodedImage(
                parsing: ResponseBytes([UInt8](Data(contentsOf: URL(fileURLWithPath: copy))))
            )
            #expect(written.frames.map(\.pixels) == (try ImageFixture.image(name)).frames.map(\.pixels))
            let (first, second) = (
                try await Self.report([ImageFixture.path(name)]), try await Self.report([copy])
            )
            let images = [first, second].map { $0["image"] as? [String: Any] }
            for member in ["frames", "orientation"] {
                #expect(images[0]?[member] as? Int == images[1]?[member] as? Int, "\(name)")
            }
            #expect(images[1]?["bits"] as? Int == (name == "rgb-16.png" ? 16 : 8))
        }
    }

    @Test func decodesAnImageAtASmallerSize() async throws {
        let folder = try TemporaryFolder()
        let copy = folder.url.appendingPathComponent("copy.png").path
        let run = try await CommandRun(["--thumbnail", "3", "--output", copy, ImageFixture.path("rgb.png")])
        #expect(run.text == "PNG, 3 by 2 of 7 by 5 pixels, RGB, 8 bits\n")
        let image = try await Self.report([copy])["image"] as? [String: Any]
        #expect([image?["width"], image?["height"]].map { $0 as? Int } == [3, 2])
        let none = try await CommandRun(["--thumbnail", "0", ImageFixture.path("rgb.png")])
        #expect(none.exitStatus == 2)
    }

    @Test func writesAnImageToAProgram() async throws {
        let run = try await CommandRun(["--output", "-", ImageFixture.path("still.gif")])
        #expect(run.output.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(run.exitStatus == 0)
    }

    @Test func reportsWhyNoImageIsWritten() async throws {
        let text = try await CommandRun(["--output", "a.png", "-"], input: "text")
        #expect(text.errors == "-: error: nothing was written to a.png, because this is not an image\n")
        #expect(text.exitStatus == 1)
        let nowhere = try await CommandRun(["--output", "none/a.png", ImageFixture.path("rgb.png")])
        #expect(
            nowhere.errors.hasSuffix("error: the image could not be written to none/a.png: No such file or directory\n")
        )
        #expect(nowhere.exitStatus == 2)
        let many = try await CommandRun(["--output", "a.png", "one", "two"])
        #expect(many.exitStatus == 2)
        let mixed = try await CommandRun(["--output", "-", "--report", "one"])
        #expect(mixed.exitStatus == 2)
    }

    @Test func reportsAnIncorrectMediaType() async throws {
        let run = try await CommandRun([], input: try Self.saved("image/png", "still.gif"))
        #expect(run.text.hasPrefix("GIF, "))
        #expect(run.errors == "warning: the media type is image/png, but the first bytes are those of GIF\n")
    }

    @Test func reportsTheErrorOfAnImage() async throws {
        let run = try await CommandRun([ImageFixture.path("bad-claim.png")])
        #expect(run.errors.contains("limitExceeded: the PNG has 65535 by 65535 pixels"))
        #expect(run.text == "")
        #expect(run.exitStatus == 1)
    }

    @Test func reportsABodyThatIsNotAnImage() async throws {
        let run = try await CommandRun(["--as", "image"], input: "text")
        #expect(run.errors.hasPrefix("malformedBody: the first bytes are not those of a known image format"))
        #expect(run.exitStatus == 1)
    }
}
