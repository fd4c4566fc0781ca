// swift-tools-version: 6.2

import PackageDescription

/// The image formats and codings to build, unless the scripts choose the default traits of the library.
let traits: Set<Package.Dependency.Trait> =
    Context.environment["DECANT_TRAITS"] == nil
    ? ["JPEG", "TIFF", "WebP", "AVIF", "HEIC", "Brotli", "Zstd"] : [.defaults]

let package = Package(
    name: "DecantCommand",
    // On earlier systems, a program that uses `Span` needs a compatibility library of Swift's, which a copy of the
    // program alone does not have. Also, `Array.span` exists since macOS 26.
    platforms: [.macOS(.v26)],
    products: [
        .executable(name: "decant", targets: ["decant"]),
        .executable(name: "decant-examine", targets: ["decant-examine"]),
    ],
    dependencies: [
        .package(name: "Decant", path: "..", traits: traits),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    ],
    targets: [
        // Reads, decodes, and reports, for both programs.
        .target(
            name: "DecantReport",
            dependencies: [
                .product(name: "Decant", package: "Decant"),
                .product(name: "DecantCaptures", package: "Decant"),
                .product(name: "DecantImages", package: "Decant"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        .target(
            name: "DecantCommand",
            dependencies: [
                "DecantReport",
                "DemoImages",
                "PageFiles",
                .product(name: "Decant", package: "Decant"),
                .product(name: "DecantCaptures", package: "Decant"),
                .product(name: "DecantFoundation", package: "Decant"),
                .product(name: "DecantImages", package: "Decant"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
                .product(name: "Mustache", package: "swift-mustache"),
            ]
        ),
        // A separate target, since the images are compiled as code.
        .target(name: "DemoImages", resources: [.embedInCode("Images")]),
        .target(name: "PageFiles", resources: [.embedInCode("Files")]),
        .executableTarget(name: "decant", dependencies: ["DecantCommand"]),
        // Checks the library with corpora.
        .target(
            name: "DecantExamine",
            dependencies: [
                "DecantReport",
                .product(name: "Decant", package: "Decant"),
                .product(name: "DecantCaptures", package: "Decant"),
                .product(name: "DecantImages", package: "Decant"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        .executableTarget(name: "decant-examine", dependencies: ["DecantExamine", "DecantReport"]),
        .testTarget(
            name: "DecantExamineTests",
            dependencies: ["DecantExamine", "DecantReport", "decant-examine"]
        ),
        .testTarget(
            name: "DecantCommandTests",
            dependencies: [
                "DecantCommand",
                "DecantReport",
                "PageFiles",
                "decant",
                .product(name: "Decant", package: "Decant"),
                .product(name: "DecantImages", package: "Decant"),
                .product(name: "DecantTesting", package: "Decant"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ]
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
