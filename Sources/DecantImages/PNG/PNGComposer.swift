#if PNG
import DecantCore

/// Draws the frames of an APNG one on the other (PNG §13.12).
struct PNGComposer {
    private let file: PNGFile
    private let decoder: PNGPictureDecoder
    private var shallow = AnimationCanvas<UInt8>(width: 0, height: 0)
    private var deep = AnimationCanvas<UInt16>(width: 0, height: 0)

    /// The frames so far, each as it is to be seen.
    private(set) var frames: [ImageFrame]

    /// Begins with the picture that the file has for everyone, decoded.
    init(_ file: PNGFile, _ decoder: PNGPictureDecoder, first: ImageFrame) {
        self.file = file
        self.decoder = decoder
        frames = [first]
        let (width, height) = (file.header.width, file.header.height)
        if decoder.format.isDeep {
            deep = AnimationCanvas(width: width, height: height)
        } else {
            shallow = AnimationCanvas(width: width, height: height)
        }
        if let control = file.still.control {
            frames = []
            show(first.pixels, control, isFirst: true)
        } else {
            frames[0].isStill = true
        }
    }

    /// Decodes and draws a frame.
    mutating func add(_ picture: PNGFile.Picture) throws(ResponseError) {
        guard let control = picture.control else { return }
        guard !picture.data.isEmpty else {
            throw decoder.bytes.fault("a frame has no data", at: decoder.bytes.count)
        }
        let (pixels, _) = try decoder.decode(picture.data, file.header.resized(control.area))
        show(pixels, control, isFirst: frames.isEmpty || frames.count == 1 && frames[0].isStill)
    }

    private mutating func show(_ pixels: ImagePixels, _ control: PNGFrameControl, isFirst: Bool) {
        // There is nothing in front of the first frame to come back, or to shine through (PNG §11.3.6.2).
        let disposal = isFirst && control.disposal == .restore ? .clear : control.disposal
        let blends = control.blends && !isFirst
        let canvas: ImagePixels
        if decoder.format.isDeep {
            canvas = ImagePixels(
                width: file.header.width,
                height: file.header.height,
                deep: Self.draw(pixels.samples16, on: &deep, control, disposal, blends)
            )
        } else {
            canvas = ImagePixels(
                width: file.header.width,
                height: file.header.height,
                Self.draw(pixels.samples8, on: &shallow, control, disposal, blends)
            )
        }
        var frame = ImageFrame(canvas.fitted(within: decoder.maximumPixelSize), area: control.area)
        frame.delay = control.delay
        frame.disposal = control.disposal
        frames.append(frame)
    }

    private static func draw<Sample>(
        _ samples: SampleBuffer<Sample>,
        on canvas: inout AnimationCanvas<Sample>,
        _ control: PNGFrameControl,
        _ disposal: ImageFrame.Disposal,
        _ blends: Bool
    ) -> SampleBuffer<Sample> {
        let before = disposal == .restore ? canvas.samples : []
        canvas.draw(samples, in: control.area, blends: blends)
        let shown = canvas.samples
        canvas.dispose(disposal, of: control.area, before: before)
        return shown
    }
}
#endif
