import Decant
import DecantImages

/// One picture on a contact sheet, with what is written below it.
struct ContactSheetTile: Sendable {
    /// The subject of the tile.
    let title: String

    /// The note below the title.
    let note: String

    /// The picture; nil if there is none.
    let image: DecodedImage?

    /// Takes what an answer became; nil if it should be something else than a picture.
    init?(_ row: DemoRow, _ result: DemoResult) {
        title = row.title
        switch result {
        case .value(_, _, let picture?):
            image = picture
            note = "\(picture.width) by \(picture.height)"
        case .failure(let error) where row.isOfPicture:
            image = nil
            note = error.code.description.reduce("") { $1.isUppercase ? "\($0) \($1)" : "\($0)\($1)" }
        case .value, .failure: return nil
        }
    }
}
