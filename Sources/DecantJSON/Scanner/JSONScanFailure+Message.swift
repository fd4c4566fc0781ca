import DecantCore

extension JSONScanFailure {
    var code: ResponseError.Code {
        switch step {
        case .depth, .numberLength, .nodes: .limitExceeded
        case .name, .string: stringFault.isInvalidText ? .invalidText : .malformedBody
        default: .malformedBody
        }
    }

    var limit: Limits.Name? {
        switch step {
        case .depth: .jsonDepth
        case .numberLength: .jsonNumberBytes
        case .nodes: .nodes
        default: nil
        }
    }

    var message: String {
        "\(step)"
    }

    var path: [CodingPathComponent] {
        partial.path(toValue: true)
    }

    var stringFault: (isInvalidText: Bool, message: String) { (false, "") }
}
