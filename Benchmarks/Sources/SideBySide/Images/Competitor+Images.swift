extension Competitor {
    static let decant = Competitor(rawValue: "Decant")
    static let libpng = Competitor(rawValue: "libpng")
    static let giflib = Competitor(rawValue: "giflib")
    static let gdkPixbuf = Competitor(rawValue: "gdk-pixbuf")
    static let stb = Competitor(rawValue: "stb_image")
    static let libvips = Competitor(rawValue: "libvips")
    static let pillow = Competitor(rawValue: "Pillow")
}
