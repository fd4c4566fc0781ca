import DecantCore
import DecantJSON
import Testing

/// The hint about a missing member if another member differs from it only in style.
@Suite struct DecodingErrorsTests {
    private struct Problem: Decodable { var requestId: String }

    private func failure(_ format: DocumentFormat, _ text: String) -> ResponseError? {
        do throws(ResponseError) {
            _ = try format.decode(Problem.self, text)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: DocumentFormat.allCases, ["request_id", "RequestID", "request-id", "REQUEST_ID", "request.id"])
    func namesTheMemberThatDiffersOnlyInStyle(format: DocumentFormat, name: String) throws {
        let error = try #require(failure(format, "{\"id\":\"1\",\"\(name)\":\"2\"}"))
        #expect(error.code == .keyNotFound)
        #expect(error.hint?.contains("“\(name)”") == true)
    }

    @Test(arguments: DocumentFormat.allCases)
    func suggestsNoUnrelatedMemberForAMissingOne(format: DocumentFormat) throws {
        let error = try #require(failure(format, "{\"id\":\"1\",\"requestIds\":\"2\"}"))
        #expect(error.code == .keyNotFound)
        #expect(error.hint?.hasSuffix(" has “id” and “requestIds”") == true)
    }

    @Test func namesTheStrategyThatReadsTheMember() throws {
        let error = try #require(failure(.json, "{\"request_id\":\"1\"}"))
        #expect(error.hint == "the object has “request_id”; `.keys(.convertFromSnakeCase)` reads it as “requestId”")
    }

    @Test("Names the key of a member that a strategy converts") func namesTheKeyOfAMemberThatAStrategy() throws {
        struct Raw: Decodable { var request_id: String }
        var options = JSON.Options()
        options.decoding.keys = .convertFromSnakeCase
        let document = try JSON(parsing: ResponseBytes(Array("{\"request_id\":\"1\"}".utf8)))
        let error = try #require(throws: ResponseError.self) { try document.decode(Raw.self, options: options) }
        #expect(error.hint == "the member “request_id” has the key “requestId”")
    }
}
