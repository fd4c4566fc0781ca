#if DECANT_HEIC
import CDecantHEIC
import DecantCore

// MARK: - Unsafe
//
// Why: libde265 decodes into its own planes, and converts them to pixels directly in the memory of the image.
//
// Bound: the decoder belongs to one object, which frees it, and copies the units that it decodes. It allocates only one
// picture, whose size comes from the parameter set that was checked against the limits. After decoding, the size of
// the picture is compared with it; the area to draw is not larger, and lies within the pixels.

/// A picture decoded by libde265.
@safe
final class UnsafeHEVCPicture {
    private let decoder: OpaquePointer
    private let facts: decant_heic_facts
    /// The message about damage that was concealed, or nil.
    let warning: String?

    init(
        _ bytes: ImageBytes,
        _ configuration: HEVCConfiguration,
        _ data: [UInt8],
        _ units: [Range<Int>],
        at position: Int
    ) throws(ResponseError) {
        guard Self.isPrepared else { throw Self.exhausted }
        let sequence = configuration.sequence
        let size = (Int32(clamping: sequence.codedWidth), Int32(clamping: sequence.codedHeight))
        guard let decoder = unsafe decant_heic_create(size.0, size.1) else { throw Self.exhausted }
        unsafe self.decoder = decoder
        var outcome = DECANT_HEIC_DONE
        for set in configuration.parameterSets where outcome == DECANT_HEIC_DONE {
            outcome = unsafe bytes.withUnsafeBytes(in: set) { unit in
                unsafe decant_heic_add(decoder, unit.baseAddress, unit.count)
            }
        }
        unsafe data.withUnsafeBufferPointer { data in
            for unit in units where outcome == DECANT_HEIC_DONE {
                let unit = unsafe UnsafeBufferPointer(rebasing: data[unit])
                outcome = unsafe decant_heic_add(decoder, unit.baseAddress, unit.count)
            }
        }
        if outcome == DECANT_HEIC_DONE { outcome = unsafe decant_heic_finish(decoder) }
        let words = unsafe String(cString: decant_heic_words(decoder))
        warning = words.isEmpty ? nil : "the image data is damaged (libde265: \(words))"
        facts = outcome == DECANT_HEIC_DONE ? unsafe decant_heic_facts(decoder) : decant_heic_facts()
        guard outcome != DECANT_HEIC_OUT_OF_MEMORY else { throw Self.exhausted }
        guard outcome == DECANT_HEIC_DONE, facts.width == sequence.width, facts.height == sequence.height,
            facts.depth == sequence.depth, (facts.is_gray != 0) == sequence.isGray
        else {
            throw bytes.fault("the image cannot be decoded (libde265: \(words))", at: position)
        }
    }

    deinit { unsafe decant_heic_destroy(decoder) }

    /// Whether the tables exist that all decoders share.
    private static let isPrepared = decant_heic_prepare() != 0

    private static var exhausted: ResponseError { ResponseError(.limitExceeded, "not enough memory for the HEIC") }

    /// Draws the colors of the picture.
    ///
    /// Without colors of the file, those of the bitstream are used. Returns false if the matrix is not supported.
    func draw(on pixels: inout ImagePixels, _ area: ImageArea, _ colors: HEIFColors?) -> Bool {
        let matrix = Int32(clamping: colors?.matrix ?? Int(facts.matrix))
        let isFullRange = colors?.isFullRange ?? (facts.is_full_range != 0)
        return unsafe Self.withTarget(&pixels, area) {
            unsafe decant_heic_pixels(decoder, $0, matrix, isFullRange ? 1 : 0) != 0
        }
    }

    /// Draws the luma of the picture as alpha.
    func drawAlpha(on pixels: inout ImagePixels, _ area: ImageArea) {
        unsafe Self.withTarget(&pixels, area) { unsafe decant_heic_alpha(decoder, $0) }
    }

    /// Divides colors by alpha.
    static func unassociate(_ pixels: inout ImagePixels) {
        let area = ImageArea(width: pixels.width, height: pixels.height)
        unsafe withTarget(&pixels, area) { unsafe decant_heic_unassociate($0) }
    }

    private static func withTarget<Result>(
        _ pixels: inout ImagePixels,
        _ area: ImageArea,
        _ body: (decant_heic_target) -> Result
    ) -> Result {
        let (width, height, isDeep) = (pixels.width, pixels.height, !pixels.samples16.isEmpty)
        precondition(area.x >= 0 && area.width >= 0 && area.x + area.width <= width)
        precondition(area.y >= 0 && area.height >= 0 && area.y + area.height <= height)
        let pixelBytes = isDeep ? 8 : 4
        func target(_ samples: UnsafeMutableRawBufferPointer) -> decant_heic_target {
            unsafe decant_heic_target(
                pixels: samples.baseAddress.map { unsafe $0 + (area.y * width + area.x) * pixelBytes },
                row_bytes: width * pixelBytes,
                columns: Int32(clamping: area.width),
                rows: Int32(clamping: area.height),
                depth: isDeep ? 16 : 8
            )
        }
        return isDeep
            ? unsafe pixels.samples16.withUnsafeMutableBytes { unsafe body(target($0)) }
            : unsafe pixels.samples8.withUnsafeMutableBytes { unsafe body(target($0)) }
    }
}
#endif
