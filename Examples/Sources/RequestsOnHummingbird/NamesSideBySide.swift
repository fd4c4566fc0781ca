import Decant
import Hummingbird
import OpenCombine

/// Makes every decoder of Decant usable with a publisher.
extension FormatDecoder: @retroactive TopLevelDecoder {
    /// The input of the decoder.
    public typealias Input = [UInt8]
}

/// The types of Decant in a file that also imports a server framework and Combine.
///
/// No name needs a module qualifier.
private let names: [Any.Type] = [
    Charset.self,
    CodingPath.self,
    CodingPathComponent.self,
    CompoundResponseSerializer<Int>.self,
    ContentCoding.self,
    DataResponseSerializer.self,
    DecodedResponse<Int>.self,
    DecodedScalar.self,
    DecodingContext.self,
    DecodingOptions.self,
    (any EmptyBodyRepresentable).self,
    EmptyResponse.self,
    ErrorBodyPolicy.self,
    Finding.self,
    FormatDecoder<JSON.Options>.self,
    (any FormatOptions).self,
    (any FormatSerializer).self,
    JSON.self,
    JSONPointer.self,
    JSONResponseSerializer<Int>.self,
    (any JSONTextSerializer).self,
    Limits.self,
    MappedResponseSerializer<DataResponseSerializer, Int>.self,
    MediaTypePattern.self,
    ProblemDetails.self,
    PropertyList.self,
    PropertyListResponseSerializer<Int>.self,
    ResponseBytes.self,
    ResponseConfiguration.self,
    ResponseContext.self,
    (any ResponseContextConvertible).self,
    ResponseError.self,
    (any ResponseHandler).self,
    ResponseHandling.self,
    ResponseMediaType.self,
    ResponseOutcome.self,
    (any ResponseSerializer).self,
    (any ScalarDecodable).self,
    ServerSentEvent<String>.self,
    SourcePosition.self,
    StatusCodes.self,
    StringResponseSerializer.self,
    TextDecoder.self,
    TextOptions.self,
    TransferFault.self,
    TransferProgress.self,
    XML.self,
    (any XMLChoiceCodingKey).self,
    XMLResponseSerializer<Int>.self,
]
