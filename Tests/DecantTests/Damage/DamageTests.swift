import Decant
import DecantCaptures
import DecantTesting
import Testing

/// No cut and no changed bit may end in anything but a value or a typed error whose place is in the bytes.
@Suite struct DamageTests {
    private enum Answer: Sendable {
        case user(User)
        case json(JSON)
        case text(String)
        case bytes(ResponseBody)
    }

    private struct User: Decodable, Sendable {
        var id: Int
        var name: String
        var tags: [String]?
    }

    private let serializer = CompoundResponseSerializer<Answer>([
        JSONResponseSerializer(User.self).preparing(.xssiPrefix).failure(.problemDetails).map(Answer.user),
        JSONResponseSerializer().removingNulls().map(Answer.json),
        StringResponseSerializer().map(Answer.text),
        DataResponseSerializer().accepting("image/png").map(Answer.bytes),
    ])

    /// Decodes damaged bytes; a trap would end the test run.
    private func check(_ bytes: [UInt8]) {
        let file = ResponseBody(bytes)
        do throws(ResponseError) {
            let saved = try SavedResponse(file)
            do throws(ResponseError) {
                _ = try serializer.decodedResponse(saved.body, for: saved.context())
            } catch {
                check(error, in: saved.body)
            }
        } catch {
            check(error, in: file)
        }
    }

    private func check(_ error: ResponseError, in body: ResponseBody) {
        for error in [error] + error.attempts {
            if let offset = error.offset { #expect(offset >= 0 && offset <= body.count, "\(error)") }
            if let position = error.position { #expect(position.line >= 1 && position.column >= 1) }
            #expect(!error.message.isEmpty)
            #expect(error.description.utf8.count < 16_384)
        }
    }

    @Test func thereAreTwentyFixturesThatDecodeAsTheyAre() throws {
        #expect(DamageFixture.all.count == 20)
        for fixture in DamageFixture.all {
            let saved = try SavedResponse(ResponseBody(fixture.bytes))
            let error = serializer.error(for: saved)
            #expect(error == nil || error?.code == .unacceptableStatus || error?.code == .emptyBody, "\(fixture.name)")
        }
    }

    @Test(arguments: DamageFixture.all)
    func everyPrefixIsAValueOrATypedError(fixture: DamageFixture) {
        for length in fixture.bytes.indices { check(Array(fixture.bytes[..<length])) }
    }

    @Test(arguments: DamageFixture.all.filter { ["object", "escapes", "utf16", "text", "chunked"].contains($0.name) })
    func everyFlippedBitIsAValueOrATypedError(fixture: DamageFixture) {
        for index in fixture.bytes.indices {
            for bit in 0..<8 {
                var bytes = fixture.bytes
                bytes[index] ^= 1 << bit
                check(bytes)
            }
        }
    }
}

extension CompoundResponseSerializer {
    fileprivate func error(for saved: SavedResponse) -> ResponseError? {
        do throws(ResponseError) {
            _ = try decodedResponse(saved.body, for: saved.context())
            return nil
        } catch {
            return error
        }
    }
}
