import Crypto
import Decant

extension XML.Events: DecodedValue {
    /// Writes the events as they are read: those before a fault are written, too.
    func show(on output: inout ValueOutput) throws(ResponseError) -> [Finding] {
        var reader = makeReader()
        while let event = try reader.next() { XMLEventLine(event, output.style).show(on: &output) }
        return newFindings(of: reader)
    }

    func finish() throws(ResponseError) -> [Finding] {
        var reader = makeReader()
        while try reader.next() != nil {}
        return newFindings(of: reader)
    }

    func digest() throws(ResponseError) -> SHA256.Digest {
        var reader = makeReader()
        var digest = XMLDigest()
        while let event = try reader.next() { digest.add(event) }
        return digest.finish()
    }

    /// What was noticed since the value was made.
    private func newFindings(of reader: borrowing XML.Reader) -> [Finding] {
        Array(reader.findings.dropFirst(findings.count))
    }
}
