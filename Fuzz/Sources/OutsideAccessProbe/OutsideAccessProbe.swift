import DecantCore
import DecantImages
import DecantJSON
import DecantPropertyList
import DecantXML
import Foundation

/// Parses every body in every way, and prints every error.
///
/// Scripts/tools/outside-access observes this program.
@main
enum OutsideAccessProbe {
    static func main() {
        let bodies = Bodies.read()
        for body in bodies {
            parseXML(body)
            parsePropertyList(body)
            parseImage(body)
            attempt { () throws(ResponseError) in _ = try JSON(parsing: body).description }
        }
        print("\(bodies.count) bodies")
    }

    private static func parseXML(_ body: ResponseBytes) {
        for options in xmlOptions {
            attempt { () throws(ResponseError) in
                _ = try XML.Document(parsing: body, options: options).canonicalBytes()
            }
            attempt { () throws(ResponseError) in
                var reader = try XML.Reader(parsing: body, options: options)
                while try reader.next() != nil {}
            }
        }
    }

    private static var xmlOptions: [XML.Options] {
        var refusing = XML.Options()
        refusing.refusesExternalReferences = true
        var plain = XML.Options()
        plain.processesNamespaces = false
        return [XML.Options(), refusing, plain]
    }

    private static func parsePropertyList(_ body: ResponseBytes) {
        var options = PropertyList.Options()
        options.formats = Set(PropertyList.Format.allCases)
        attempt { () throws(ResponseError) in _ = try PropertyList.Value(parsing: body, options: options) }
    }

    private static func parseImage(_ body: ResponseBytes) {
        var limits = Limits()
        limits.pixels = 1 << 20
        limits.framePixels = 1 << 21
        for acceptsPartial in [false, true] {
            var options = ImageOptions()
            options.acceptsPartial = acceptsPartial
            attempt { () throws(ResponseError) in
                _ = try DecodedImage(parsing: body, options: options, limits: limits)
            }
        }
    }

    private static func attempt(_ work: () throws(ResponseError) -> Void) {
        do throws(ResponseError) {
            try work()
        } catch {
            print(error)
        }
    }
}

/// The bodies on standard input.
///
/// Each is its length in decimal, a line feed, and that number of bytes.
enum Bodies {
    static func read() -> [ResponseBytes] {
        var rest = [UInt8](FileHandle.standardInput.readDataToEndOfFile())[...]
        var bodies: [ResponseBytes] = []
        while let end = rest.firstIndex(of: 0x0A), let count = Int(String(decoding: rest[..<end], as: UTF8.self)) {
            rest = rest[(end + 1)...]
            bodies.append(ResponseBytes(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return bodies
    }
}
