/// How far the samples of a picture may be from those of another decoder.
struct ImageTolerance: Sendable {
    /// The mean colours of the 8 by 8 cells that the picture is cut into.
    var grid = 3

    /// Any sample of the reference picture.
    var sample = 4
}
