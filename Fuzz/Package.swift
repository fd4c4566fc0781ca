// swift-tools-version: 6.2

import PackageDescription

// A package of its own: a program with libFuzzer's entry point has no `main`, and would break `swift test` beside it.
let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Decant", path: ".."),
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

// Each product has one target, whose name ends with `Fuzzer`, on the support, the core, and the rooms that it needs.
let fuzzers: [(product: String, target: String, rooms: [String])] = [
    ("media-type", "MediaTypeFuzzer", []),
    ("saved-response", "SavedResponseFuzzer", []),
    ("charset", "CharsetFuzzer", ["DecantText"]),
    ("json", "JSONFuzzer", ["DecantText", "DecantJSON"]),
    ("json-decodable", "JSONDecodableFuzzer", ["DecantJSON"]),
]

for fuzzer in fuzzers {
    let rooms = (["DecantCore"] + fuzzer.rooms).map { Target.Dependency.product(name: $0, package: "Decant") }
    package.products.append(.executable(name: fuzzer.product, targets: [fuzzer.target]))
    package.targets.append(
        .executableTarget(
            name: fuzzer.target,
            dependencies: ["FuzzSupport", .product(name: "HTTPTypes", package: "swift-http-types")] + rooms,
            // The entry point is libFuzzer's.
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]
        )
    )
}

for target in package.targets {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        ]
}
