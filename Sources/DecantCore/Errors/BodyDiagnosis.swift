/// Guesses from the bytes why a response is not what was asked for.
struct BodyDiagnosis {
    private let body: ResponseBody
    private let context: ResponseContext
    private let validation: ResponseValidation

    init(_ body: ResponseBody, _ context: ResponseContext, _ validation: ResponseValidation) {
        self.body = body
        self.context = context
        self.validation = validation
    }

    func hint(for code: ResponseError.Code) -> String? {
        nil
    }
}
