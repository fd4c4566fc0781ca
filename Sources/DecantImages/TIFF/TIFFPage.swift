import DecantCore

/// What a directory says about its picture, checked for what every picture needs.
struct TIFFPage {
    /// How samples are colours (TIFF 6.0 §8, PhotometricInterpretation).
    enum Photometric: Int {
        case whiteIsZero = 0
        case blackIsZero = 1
        case rgb = 2
        case palette = 3
        case mask = 4
        case separated = 5
        case yCbCr = 6
        case cieLab = 8
        case iccLab = 9
        case logL = 32844
        case logLuv = 32845

        /// The samples that make the colour of a pixel.
        var channels: Int {
            switch self {
            case .whiteIsZero, .blackIsZero, .palette, .mask, .logL: 1
            case .rgb, .yCbCr, .cieLab, .iccLab, .logLuv: 3
            case .separated: 4
            }
        }

        var model: ImageColorModel {
            switch self {
            case .whiteIsZero, .blackIsZero, .mask, .logL: .gray
            case .rgb, .yCbCr, .cieLab, .iccLab, .logLuv: .rgb
            case .palette: .indexed
            case .separated: .cmyk
            }
        }
    }

    /// What one sample is (SampleFormat).
    enum Format: Int {
        case unsigned = 1
        case signed = 2
        case float = 3
        case undefined = 4
    }

    /// What the sample behind the colours is (ExtraSamples).
    enum Alpha {
        case none
        case associated
        case straight
    }

    let directory: TIFFDirectory
    let width: Int
    let height: Int
    let bits: Int
    let samples: Int
    let format: Format
    let compression: Int
    let photometric: Photometric
    let alpha: Alpha
    let isPlanar: Bool
    let orientation: ImageOrientation

    init(_ directory: TIFFDirectory) throws(ResponseError) {
        self.directory = directory
        let bytes = directory.reader.bytes
        guard let width = try directory.integer(.width), let height = try directory.integer(.height) else {
            throw bytes.fault("a directory does not say how large its picture is", at: directory.place)
        }
        guard width > 0, height > 0, width <= 0xFFFF_FFFF, height <= 0xFFFF_FFFF else {
            throw bytes.fault("it is \(width) by \(height) pixels", at: directory.place)
        }
        (self.width, self.height) = (width, height)
        compression = try directory.integer(.compression) ?? 1
        let depths = try directory.integers(.bitsPerSample, atMost: 8) ?? [1]
        let count = try directory.integer(.samplesPerPixel) ?? 1
        guard count > 0, count <= 65535 else { throw bytes.fault("a pixel has \(count) samples", at: directory.place) }
        samples = count
        bits = depths[0]
        guard bits > 0, bits <= 64 else { throw bytes.fault("a sample has \(bits) bits", at: directory.place) }
        guard depths.prefix(count).allSatisfy({ $0 == depths[0] }) else {
            throw directory.unsupported("samples of different sizes")
        }
        photometric = try Self.photometric(directory, samples: count)
        format = try Self.format(directory)
        alpha = try Self.alpha(directory, extra: count - photometric.channels, photometric)
        isPlanar = try directory.integer(.planarConfiguration) == 2 && count > 1
        orientation = ImageOrientation(rawValue: try directory.integer(.orientation) ?? 1) ?? .up
    }

    private static func photometric(_ directory: TIFFDirectory, samples: Int) throws(ResponseError) -> Photometric {
        // Where nothing is said, the number of samples tells.
        let value = try directory.integer(.photometric) ?? (samples >= 3 ? 2 : 1)
        guard let photometric = Photometric(rawValue: value) else {
            throw directory.unsupported("the photometric interpretation \(value)")
        }
        guard samples >= photometric.channels else {
            let message = "\(samples) samples a pixel do not make a colour of \(photometric.channels)"
            throw directory.reader.bytes.fault(message, at: directory.place)
        }
        return photometric
    }

    private static func format(_ directory: TIFFDirectory) throws(ResponseError) -> Format {
        let value = try directory.integer(.sampleFormat) ?? 1
        guard let format = Format(rawValue: value) else { throw directory.unsupported("the sample format \(value)") }
        return format
    }

    private static func alpha(_ directory: TIFFDirectory, extra: Int, _ photometric: Photometric)
        throws(ResponseError) -> Alpha
    {
        guard extra > 0 else { return .none }
        switch try directory.integer(.extraSamples) {
        case 1: return .associated
        case 2: return .straight
        // Four samples in RGB without a word about the last, or a word that does not exist, are RGBA to all programs.
        case nil: return photometric == .rgb && extra == 1 ? .straight : .none
        case 0: return .none
        default: return photometric == .rgb ? .straight : .none
        }
    }

    /// What is told about a picture without decoding it.
    func header(frames: Int?) -> ImageHeader {
        var header = ImageHeader(
            .tiff,
            width: width,
            height: height,
            frames: frames,
            bitsPerChannel: bits,
            colorModel: photometric.model,
            hasAlpha: alpha != .none
        )
        header.orientation = orientation
        header.isPlanar = isPlanar
        header.isPremultiplied = alpha == .associated
        return header
    }
}

extension TIFFDirectory {
    /// The error that something about the picture is not decoded.
    func unsupported(_ what: String) -> ResponseError {
        let message = "the TIFF has \(what), which is not decoded"
        let offset = reader.bytes.body.start + reader.bytes.start + min(place, reader.bytes.count)
        return ResponseError(.unsupportedFormat, message, offset: offset).binary
    }
}
