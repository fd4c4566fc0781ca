// swift-tools-version: 6.2

import PackageDescription

// A separate package: a program with libFuzzer's entry point has no `main`, and would break `swift test` in the main
// package.
let package = Package(
    name: "Fuzz",
    // `Array.span` exists since macOS 26.
    platforms: [.macOS(.v26)],
    dependencies: [
        .package(name: "Decant", path: "..", traits: ["JPEG", "TIFF", "WebP", "AVIF", "HEIC", "Brotli", "Zstd"]),
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

// Misbehaving `Decodable` types for the fuzzers of all formats.
package.targets.append(
    .target(
        name: "DecodableFuzzSupport",
        dependencies: ["FuzzSupport", .product(name: "DecantCore", package: "Decant")]
    )
)

// Libraries that repair the checksums of images and provide reference results.
package.targets += ["CFuzzDeflate", "CFuzzZlib", "CFuzzCodings"].map { .systemLibrary(name: $0) }

// Each product has one target, whose name ends with `Fuzzer`. It depends on the support module, the core, and the
// modules listed here. A product with several parts runs the one that `DECANT_FUZZ` names; Scripts/fuzz finds the parts
// in the table in the file with the product's name.
let fuzzers: [(product: String, target: String, modules: [String], supports: [String])] = [
    ("media-type", "MediaTypeFuzzer", [], []),
    ("saved-response", "SavedResponseFuzzer", ["DecantCaptures"], []),
    ("har", "HARFuzzer", ["DecantCaptures", "DecantStreams", "DecantText"], []),
    ("warc", "WARCFuzzer", ["DecantCaptures", "DecantText"], []),
    ("charset", "CharsetFuzzer", ["DecantText"], []),
    ("json", "JSONFuzzer", ["DecantText", "DecantJSON"], []),
    ("json-decodable", "JSONDecodableFuzzer", ["DecantJSON", "DecantTesting"], ["DecodableFuzzSupport"]),
    ("xml", "XMLFuzzer", ["Decant", "DecantText", "DecantXML"], ["DecodableFuzzSupport"]),
    ("plist", "PropertyListFuzzer", ["DecantPropertyList"], []),
    ("streams", "StreamFuzzer", ["DecantJSON", "DecantStreams", "DecantText"], []),
    ("codings", "CodingFuzzer", [], ["CFuzzCodings", "CFuzzZlib"]),
    ("images", "ImageFuzzer", ["DecantImages"], ["CFuzzDeflate"]),
]

for fuzzer in fuzzers {
    let modules = (["DecantCore"] + fuzzer.modules).map { Target.Dependency.product(name: $0, package: "Decant") }
    let supports = (["FuzzSupport"] + fuzzer.supports).map { Target.Dependency.target(name: $0) }
    package.products.append(.executable(name: fuzzer.product, targets: [fuzzer.target]))
    package.targets.append(
        .executableTarget(
            name: fuzzer.target,
            dependencies: supports + modules + [.product(name: "HTTPTypes", package: "swift-http-types")],
            // libFuzzer provides the entry point.
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]
        )
    )
}

// The program that Scripts/tools/outside-access observes. It is not a fuzzer and has a `main`.
package.products.append(.executable(name: "outside-access-probe", targets: ["OutsideAccessProbe"]))
package.targets.append(
    .executableTarget(
        name: "OutsideAccessProbe",
        dependencies: ["DecantCore", "DecantImages", "DecantJSON", "DecantPropertyList", "DecantXML"].map {
            .product(name: $0, package: "Decant")
        }
    )
)

// The model of event streams, also compiled by the tests of the package Decant.
package.targets.append(
    .target(
        name: "EventStreamModel",
        dependencies: ["DecantCore", "DecantStreams"].map { .product(name: $0, package: "Decant") }
    )
)

// Compares event streams with the model. It is not a fuzzer and has a `main`.
package.products.append(.executable(name: "event-strings", targets: ["EventStrings"]))
package.targets.append(
    .executableTarget(
        name: "EventStrings",
        dependencies: ["EventStreamModel", .product(name: "DecantStreams", package: "Decant")]
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
