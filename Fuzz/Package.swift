// swift-tools-version: 6.2

import PackageDescription

// A package of its own: a program with libFuzzer's entry point has no `main`, and would break `swift test` beside it.
let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Decant", path: "..", traits: ["JPEG", "TIFF", "WebP", "AVIF", "Brotli", "Zstd"]),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
    ],
    targets: [
        .target(
            name: "FuzzSupport",
            dependencies: [
                .product(name: "DecantCore", package: "Decant"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)

// What several targets examine alike.
let supports: [(target: String, rooms: [String])] = [
    ("DecodableFuzzSupport", []),
    ("XMLFuzzSupport", ["DecantText", "DecantXML"]),
    ("PropertyListFuzzSupport", ["DecantPropertyList"]),
    ("ImageFuzzSupport", ["DecantImages"]),
    ("StreamFuzzSupport", ["DecantJSON", "DecantStreams"]),
]

for support in supports {
    let rooms = (["DecantCore"] + support.rooms).map { Target.Dependency.product(name: $0, package: "Decant") }
    package.targets.append(.target(name: support.target, dependencies: ["FuzzSupport"] + rooms))
}

// It mends the checksums of pictures.
package.targets.append(.systemLibrary(name: "CFuzzDeflate"))
package.targets.first { $0.name == "ImageFuzzSupport" }?.dependencies.append("CFuzzDeflate")

// What inflating is compared with.
package.targets.append(.systemLibrary(name: "CFuzzZlib"))
package.targets.append(
    .target(
        name: "InflateFuzzSupport",
        dependencies: ["FuzzSupport", "CFuzzZlib", .product(name: "DecantCore", package: "Decant")]
    )
)

package.targets.append(.systemLibrary(name: "CFuzzCodings"))
package.targets.append(
    .target(
        name: "CodingFuzzSupport",
        dependencies: ["FuzzSupport", "CFuzzCodings", .product(name: "DecantCore", package: "Decant")]
    )
)

// Each product has one target, whose name ends with `Fuzzer`, on the support, the core, and what else it needs.
let fuzzers: [(product: String, target: String, rooms: [String], supports: [String])] = [
    ("media-type", "MediaTypeFuzzer", [], []),
    ("saved-response", "SavedResponseFuzzer", ["DecantCaptures"], []),
    ("charset", "CharsetFuzzer", ["DecantText"], []),
    ("json", "JSONFuzzer", ["DecantText", "DecantJSON"], []),
    ("json-decodable", "JSONDecodableFuzzer", ["DecantJSON"], ["DecodableFuzzSupport"]),
    ("xml-events", "XMLEventsFuzzer", ["DecantText", "DecantXML"], ["XMLFuzzSupport"]),
    ("xml-document", "XMLDocumentFuzzer", ["DecantText", "DecantXML"], ["XMLFuzzSupport"]),
    ("xml-decodable", "XMLDecodableFuzzer", ["DecantXML"], ["DecodableFuzzSupport"]),
    ("plist-binary", "BinaryPropertyListFuzzer", ["DecantPropertyList"], ["PropertyListFuzzSupport"]),
    ("plist-xml", "XMLPropertyListFuzzer", ["DecantPropertyList"], ["PropertyListFuzzSupport"]),
    ("plist-text", "TextPropertyListFuzzer", ["DecantPropertyList"], ["PropertyListFuzzSupport"]),
    ("sse", "EventStreamFuzzer", ["DecantStreams"], ["StreamFuzzSupport"]),
    ("json-lines", "JSONLinesFuzzer", ["DecantJSON", "DecantStreams"], ["StreamFuzzSupport"]),
    ("json-elements", "JSONElementsFuzzer", ["DecantJSON", "DecantStreams"], ["StreamFuzzSupport"]),
    ("lines", "LinesFuzzer", ["DecantText", "DecantStreams"], ["StreamFuzzSupport"]),
    ("inflate", "InflateFuzzer", [], ["InflateFuzzSupport"]),
    ("gzip", "GzipFuzzer", [], ["InflateFuzzSupport"]),
    ("brotli", "BrotliFuzzer", [], ["CodingFuzzSupport"]),
    ("zstd", "ZstdFuzzer", [], ["CodingFuzzSupport"]),
    ("png", "PNGFuzzer", [], ["ImageFuzzSupport"]),
    ("gif", "GIFFuzzer", [], ["ImageFuzzSupport"]),
    ("bmp", "BMPFuzzer", [], ["ImageFuzzSupport"]),
    ("icon", "IconFuzzer", [], ["ImageFuzzSupport"]),
    ("xbm", "XBMFuzzer", [], ["ImageFuzzSupport"]),
    ("jpeg", "JPEGFuzzer", [], ["ImageFuzzSupport"]),
    ("tiff", "TIFFFuzzer", [], ["ImageFuzzSupport"]),
    ("webp", "WebPFuzzer", [], ["ImageFuzzSupport"]),
    ("avif", "AVIFFuzzer", [], ["ImageFuzzSupport"]),
]

for fuzzer in fuzzers {
    let rooms = (["DecantCore"] + fuzzer.rooms).map { Target.Dependency.product(name: $0, package: "Decant") }
    let supports = (["FuzzSupport"] + fuzzer.supports).map { Target.Dependency.target(name: $0) }
    package.products.append(.executable(name: fuzzer.product, targets: [fuzzer.target]))
    package.targets.append(
        .executableTarget(
            name: fuzzer.target,
            dependencies: supports + rooms + [.product(name: "HTTPTypes", package: "swift-http-types")],
            // The entry point is libFuzzer's.
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]
        )
    )
}

// The program that Scripts/outside-access watches; it is not a fuzzer, and has a `main`.
package.products.append(.executable(name: "outside-access-probe", targets: ["OutsideAccessProbe"]))
package.targets.append(
    .executableTarget(
        name: "OutsideAccessProbe",
        dependencies: ["DecantCore", "DecantImages", "DecantJSON", "DecantPropertyList", "DecantXML"].map {
            .product(name: $0, package: "Decant")
        }
    )
)

for target in package.targets where target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        ]
}
