import DecantFoundation
public import DecantMacros
import Foundation

// Declarations that the macro has to expand to code that compiles.

@JSONDirect
package struct Keywords: Decodable, Equatable {
    let `class`: Int
    let `init`: Int
    let `self`: Int
    let `default`: Int?
    var `in` = 1
    let `Type`: Int
    let `two words`: Int
    // The names in the generated code.
    let value: Int
    let members: Int
    var member = 1
    let options: Int
    let json: Int
}

@JSONDirect
package struct 単語: Decodable, Equatable {
    let 名前: String
    let größe: Int
    let é: Int
    let 😀: Int
}

@JSONDirect(keys: .convertFromSnakeCase, rejectsUnknownMembers: true)
package struct Escaped: Equatable {
    @JSONName("\"quoted\"", "back\\slash", #"raw\n"#, "tab\t", "") let name: Int?
    @JSONName("\u{0}") let zero: Int?
}

/// A type with nested types of the names in the generated code.
@JSONDirect(dates: .iso8601)
struct Shadowing: Decodable, Equatable {
    let date: Date

    struct ResponseError: Error {}
    enum DecodingOptions {}
    struct JSON {}
    struct Cursor {}
}

@JSONDirect
package struct Nothing: Decodable, Equatable {}

@JSONDirect(rejectsUnknownMembers: true)
package struct NothingElse: Equatable {}

package enum Space {
    @JSONDirect
    package enum Inner: Decodable, Equatable {
        case `switch`(`in`: Int, Int?, `inout`: Int, `a b`: Int)
        case `default`
        case 名前(値: Int? = nil, 数: [String: Double] = [:])
        indirect case nested(Inner)
    }
}

extension Space {
    @JSONDirect
    package struct Extended: Decodable, Equatable { let id: Int }
}

@JSONDirect
package struct Packaged: Decodable, Equatable { package let id: Int }

@JSONDirect
private struct Hidden: Decodable, Equatable {
    private let id: Int
    fileprivate var name = ""
    private(set) var count = 0
}

/// A public type, whose initializer has to be public.
@JSONDirect
public struct Box<Item>: Sendable where Item: Sendable {
    /// A value of the parameter.
    public let item: Item

    package var items: [String: [Item?]] = [:]
    package let id: Identifier<Item>?
}

/// A type whose parameter is not decoded.
@JSONDirect
public struct Identifier<Tag>: Decodable, Equatable, Sendable { let raw: String }

@JSONDirect
package struct Associated<Element: Identifiable & Equatable>: Equatable {
    let ids: [Element.ID]

    @JSONDirect
    package struct Row: Equatable { let element: Element? }
}

@JSONDirect
package enum Either<Left, Right> {
    case left(Left)
    case right(value: [Right])
}

@JSONDirect(readsNullAsDefault: true)
package struct Defaults: Equatable {
    var inferred = [1, 2]
    var array: [String] = []
    var optional: Int? = 5
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    var implicit: Int!
    var doubled: Int?? = nil
    var observed = 1 { didSet {} }
    var expression: Double = 1 / 3
    @available(macOS 10, *) var old = 1
    lazy var later = 1
    static let shared = Defaults()
    var computed: Int { 1 }
}

@JSONDirect
package enum Code: Int, Decodable { case one = 1, two }

@JSONDirect
package struct Flags: OptionSet, Decodable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
}

@JSONDirect
package struct Wide: Equatable {
    let m0, m1, m2, m3, m4, m5, m6, m7, m8, m9: Int
    let m10, m11, m12, m13, m14, m15, m16, m17, m18, m19: Int
    let m20, m21, m22, m23, m24, m25, m26, m27, m28, m29: Int
    let m30, m31, m32, m33, m34, m35, m36, m37, m38, m39: Int
    let m40, m41, m42, m43, m44, m45, m46, m47, m48, m49: Int
    let m50, m51, m52, m53, m54, m55, m56, m57, m58, m59: Int
    let m60, m61, m62, m63, m64, m65, m66, m67, m68, m69: Int
    let m70, m71, m72, m73, m74, m75, m76, m77, m78, m79: Int
    let m80, m81, m82, m83, m84, m85, m86, m87, m88, m89: Int
    let m90, m91, m92, m93, m94, m95, m96, m97, m98, m99: Int
    let m100, m101, m102, m103, m104, m105, m106, m107, m108, m109: Int
    let m110, m111, m112, m113, m114, m115, m116, m117, m118, m119: Int
    let m120, m121, m122, m123, m124, m125, m126, m127, m128, m129: Int
    let m130, m131, m132, m133, m134, m135, m136, m137, m138, m139: Int
    let m140, m141, m142, m143, m144, m145, m146, m147, m148, m149: Int
    let m150, m151, m152, m153, m154, m155, m156, m157, m158, m159: Int
    let m160, m161, m162, m163, m164, m165, m166, m167, m168, m169: Int
    let m170, m171, m172, m173, m174, m175, m176, m177, m178, m179: Int
    let m180, m181, m182, m183, m184, m185, m186, m187, m188, m189: Int
    let m190, m191, m192, m193, m194, m195, m196, m197, m198, m199: Int
    let m200, m201, m202, m203, m204, m205, m206, m207, m208, m209: Int
    let m210, m211, m212, m213, m214, m215, m216, m217, m218, m219: Int
    let m220, m221, m222, m223, m224, m225, m226, m227, m228, m229: Int
    let m230, m231, m232, m233, m234, m235, m236, m237, m238, m239: Int
    let m240, m241, m242, m243, m244, m245, m246, m247, m248, m249: Int
    let m250, m251, m252, m253, m254, m255, m256, m257, m258, m259: Int
    let m260, m261, m262, m263, m264, m265, m266, m267, m268, m269: Int
    let m270, m271, m272, m273, m274, m275, m276, m277, m278, m279: Int
    let m280, m281, m282, m283, m284, m285, m286, m287, m288, m289: Int
    let m290, m291, m292, m293, m294, m295, m296, m297, m298, m299: Int
}
