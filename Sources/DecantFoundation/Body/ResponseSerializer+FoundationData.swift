public import Decant
public import Foundation

extension ResponseSerializer where Self == MappedResponseSerializer<DataResponseSerializer, Data> {
    /// Validates a response and gives its bytes as Foundation's `Data`.
    ///
    /// ``ResponseSerializer/data`` gives them as a ``ResponseBody``, which costs no copy.
    public static var foundationData: MappedResponseSerializer<DataResponseSerializer, Data> {
        DataResponseSerializer().map { Data($0) }
    }
}
