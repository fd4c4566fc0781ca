/// One of the seven reduced pictures of an interlaced one (Adam7, PNG §8.1).
struct PNGPass {
    let x: Int
    let y: Int
    let columnStep: Int
    let rowStep: Int

    static let all = [
        PNGPass(x: 0, y: 0, columnStep: 8, rowStep: 8), PNGPass(x: 4, y: 0, columnStep: 8, rowStep: 8),
        PNGPass(x: 0, y: 4, columnStep: 4, rowStep: 8), PNGPass(x: 2, y: 0, columnStep: 4, rowStep: 4),
        PNGPass(x: 0, y: 2, columnStep: 2, rowStep: 4), PNGPass(x: 1, y: 0, columnStep: 2, rowStep: 2),
        PNGPass(x: 0, y: 1, columnStep: 1, rowStep: 2),
    ]

    func columns(of width: Int) -> Int { width <= x ? 0 : (width - x + columnStep - 1) / columnStep }

    func rows(of height: Int) -> Int { height <= y ? 0 : (height - y + rowStep - 1) / rowStep }
}
