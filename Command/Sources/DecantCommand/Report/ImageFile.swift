import Decant
import DecantImages
import DecantReport
import Foundation

/// The output file of an image.
struct ImageFile {
    /// The reason why an image was not written.
    struct Failure: Error {
        /// The reason, as one sentence.
        let message: String

        /// The exit status of the command.
        let exitStatus: Int32
    }

    /// The file name that stands for standard output.
    static let standardOutput = "-"

    /// The name of the file.
    let path: String

    /// Writes a value if it is an image.
    ///
    /// - Throws: ``Failure``, or ``ResponseError`` if a part of the body that is decoded on demand is malformed.
    func write(_ value: any DecodedValue) throws {
        guard let image = value as? ReportedImage else {
            throw Failure(message: "nothing was written to \(path), because this is not an image", exitStatus: 1)
        }
        let bytes = try image.deep().pngBytes()
        guard path != Self.standardOutput else { return StandardStream.output.write(bytes) }
        let descriptor = UnsafeFiles.descriptor(writing: Array(path.utf8))
        guard descriptor >= 0 else { throw Self.failure(path, UnsafeFiles.message(for: errno)) }
        defer { close(descriptor) }
        guard UnsafeFiles.write(bytes, to: descriptor) else {
            throw Self.failure(path, UnsafeFiles.message(for: errno))
        }
    }

    private static func failure(_ path: String, _ reason: String) -> Failure {
        Failure(message: "the image could not be written to \(path): \(reason)", exitStatus: 2)
    }
}
