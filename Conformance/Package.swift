// swift-tools-version: 6.2

import PackageDescription

/// The image formats and codings to build.
///
/// The scripts reduce the list to the libraries that are installed.
let traits = (Context.environment["DECANT_TRAITS"] ?? "JPEG,TIFF,WebP,AVIF,Brotli,Zstd").split(separator: ",").map(
    String.init
)

let decant: [Target.Dependency] = ["Decant", "DecantCaptures", "DecantImages"].map {
    .product(name: $0, package: "Decant")
}

let package = Package(
    name: "Conformance",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "decant-examine", targets: ["decant-examine"])
    ],
    dependencies: [
        .package(name: "Decant", path: "..", traits: Set(traits.map { .init(name: $0) })),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
    ],
    targets: [
        // A symbolic link to the target of the command; both read, decode, and report alike.
        .target(
            name: "DecantReport",
            dependencies: decant + [.product(name: "HTTPTypes", package: "swift-http-types")]
        ),
        .target(
            name: "DecantExamine",
            dependencies: decant + ["DecantReport", .product(name: "HTTPTypes", package: "swift-http-types")]
        ),
        .executableTarget(name: "decant-examine", dependencies: ["DecantExamine", "DecantReport"]),
        .testTarget(
            name: "DecantExamineTests",
            dependencies: ["DecantExamine", "DecantReport", "decant-examine"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

/// The library's own settings; each feature names the proposal that describes it.
let settings: [SwiftSetting] = [
    // SE-0335
    .enableUpcomingFeature("ExistentialAny"),
    // SE-0444
    .enableUpcomingFeature("MemberImportVisibility"),
    // SE-0409
    .enableUpcomingFeature("InternalImportsByDefault"),
    // SE-0461
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    // SE-0458
    .strictMemorySafety(),
]

for target in package.targets {
    target.swiftSettings = (target.swiftSettings ?? []) + settings
}
