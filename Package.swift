// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

/// The traits that are on by default.
///
/// SwiftPM passes traits to the compiler in random order, so with two of them it may rebuild all targets whenever the
/// manifest of a program changes. The scripts turn on more, in every package alike, so that all packages share one build of the library.
let defaultTraits = (Context.environment["DECANT_TRAITS"] ?? "JPEG").split(separator: ",").map(String.init)

/// Systems that can have the libraries of the shims; an app for Apple's systems cannot link them.
let librarySystems: [Platform] = [.linux, .android, .windows]

/// The lowest systems that have what the library names; clocks and durations decide.
///
/// The tests name more. Only the scripts, which set the variable, build them.
let systems: [SupportedPlatform] =
    Context.environment["DECANT_TRAITS"] == nil
    ? [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)]
    : [.macOS(.v15)]

let package = Package(
    name: "Decant",
    platforms: systems,
    products: [
        .library(name: "Decant", targets: ["Decant"]),
        .library(name: "DecantCore", targets: ["DecantCore"]),
        .library(name: "DecantText", targets: ["DecantText"]),
        .library(name: "DecantJSON", targets: ["DecantJSON"]),
        .library(name: "DecantXML", targets: ["DecantXML"]),
        .library(name: "DecantImages", targets: ["DecantImages"]),
        .library(name: "DecantPropertyList", targets: ["DecantPropertyList"]),
        .library(name: "DecantStreams", targets: ["DecantStreams"]),
        .library(name: "DecantCaptures", targets: ["DecantCaptures"]),
        .library(name: "DecantFoundation", targets: ["DecantFoundation"]),
        .library(name: "DecantTesting", targets: ["DecantTesting"]),
        .library(name: "DecantNIO", targets: ["DecantNIO"]),
        .library(name: "DecantAsyncHTTPClient", targets: ["DecantAsyncHTTPClient"]),
        .library(name: "DecantMacros", targets: ["DecantMacros"]),
    ],
    traits: [
        .trait(name: "JPEG", description: "JPEG in DecantImages; needs libjpeg-turbo (Debian: libjpeg-dev)."),
        .trait(name: "TIFF", description: "TIFF in DecantImages; needs libtiff (Debian: libtiff-dev)."),
        .trait(name: "WebP", description: "WebP in DecantImages; needs libwebp (Debian: libwebp-dev)."),
        .trait(name: "AVIF", description: "AVIF in DecantImages; needs libavif (Debian: libavif-dev)."),
        .trait(name: "HEIC", description: "HEIC in DecantImages; needs libde265 (Debian: libde265-dev)."),
        .trait(name: "Brotli", description: "The content coding br; needs libbrotlidec (Debian: libbrotli-dev)."),
        .trait(name: "Zstd", description: "The content coding zstd; needs libzstd (Debian: libzstd-dev)."),
        .trait(name: "Digests", description: "Verification of digests; resolves swift-crypto and what it needs."),
        .trait(name: "DecantNIO", description: "The product DecantNIO; resolves swift-nio and what it needs."),
        .trait(
            name: "DecantAsyncHTTPClient",
            description: "The product DecantAsyncHTTPClient; resolves async-http-client and what it needs.",
            enabledTraits: ["DecantNIO"]
        ),
        .trait(name: "Macros", description: "The product DecantMacros; resolves and builds swift-syntax."),
        .default(enabledTraits: Set(defaultTraits)),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        // Resolved only with the traits that need them: every use has a condition.
        .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0"),
        .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"605.0.0"),
    ],
    targets: [
        .target(name: "CDecantInflate"),
        .target(name: "DecantInflate", dependencies: ["CDecantInflate"]),
        .target(
            name: "DecantCore",
            dependencies: [
                "CDecantBrotli", "CDecantScan", "CDecantZstd", "DecantInflate",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Digests"])),
            ]
        ),
        .target(name: "DecantText", dependencies: ["DecantCore"]),
        .target(name: "CDecantScan"),
        .target(name: "CDecantPages"),
        // The options and containers that all `Decodable` formats share; the flat document of JSON and property lists,
        // and the one decoder for it.
        .target(
            name: "DecantDocument",
            dependencies: ["DecantCore", "CDecantPages", "CDecantScan"],
            // Conversions between floating-point numbers and integers call the C library of mathematics, which a
            // program without Foundation does not link by itself.
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux, .android]))]
        ),
        .target(name: "DecantJSON", dependencies: ["DecantCore", "DecantDocument", "DecantText", "CDecantScan"]),
        .target(name: "DecantXML", dependencies: ["DecantCore", "DecantDocument", "DecantText", "CDecantScan"]),
        .target(
            name: "DecantPropertyList",
            dependencies: ["DecantCore", "DecantDocument", "DecantText", "DecantXML", "CDecantScan"]
        ),
        .target(
            name: "DecantStreams",
            dependencies: [
                "DecantCore", "DecantText", "DecantJSON", "DecantXML", "CDecantScan", "CDecantStreams",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        .target(name: "CDecantStreams"),
        .target(
            name: "DecantCaptures",
            dependencies: [
                "CDecantStreams", "DecantCore", "DecantJSON", "DecantStreams", "DecantText",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        .target(
            name: "DecantImages",
            dependencies: [
                "DecantCore", "DecantInflate", "CDecantPages", "CDecantPixels",
                "CDecantJPEG", "CDecantTIFF", "CDecantWebP", "CDecantAVIF", "CDecantHEIC",
            ],
            packageAccess: false
        ),
        .target(name: "CDecantPixels"),
        shim("JPEG", linking: "jpeg"),
        shim("TIFF", linking: "tiff", "m"),
        shim("WebP", linking: "webp"),
        shim("AVIF", linking: "avif"),
        shim("HEIC", linking: "de265"),
        shim("Brotli", linking: "brotlidec"),
        shim("Zstd", linking: "zstd"),
        .target(
            name: "Decant",
            dependencies: [
                "DecantCore", "DecantText", "DecantJSON", "DecantXML", "DecantPropertyList", "DecantStreams",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        .target(
            name: "DecantFoundation",
            dependencies: ["Decant", "DecantCore", .product(name: "HTTPTypes", package: "swift-http-types")]
        ),
        .target(
            name: "DecantNIO",
            dependencies: [
                "DecantCore", .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["DecantNIO"])),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["DecantNIO"])),
            ]
        ),
        .target(
            name: "DecantAsyncHTTPClient",
            dependencies: [
                "Decant", "DecantCore", "DecantNIO", .product(name: "HTTPTypes", package: "swift-http-types"),
                client("AsyncHTTPClient", of: "async-http-client"), client("NIOCore", of: "swift-nio"),
                client("NIOHTTP1", of: "swift-nio"), client("NIOPosix", of: "swift-nio"),
                client("NIOSSL", of: "swift-nio-ssl"),
            ]
        ),
        // Without the trait, the plugin is empty, and nothing depends on it.
        .macro(
            name: "DecantMacroPlugin",
            dependencies: ["SwiftSyntaxMacros", "SwiftCompilerPlugin"].map {
                .product(name: $0, package: "swift-syntax", condition: .when(traits: ["Macros"]))
            }
        ),
        .target(
            name: "DecantMacros",
            dependencies: [
                "DecantCore", "DecantJSON", .target(name: "DecantMacroPlugin", condition: .when(traits: ["Macros"])),
            ]
        ),
        .target(name: "CDecantSockets"),
        .target(
            name: "DecantTesting",
            dependencies: [
                "DecantCore", "DecantJSON", "DecantStreams", "CDecantSockets",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        .target(name: "TestSupport", dependencies: ["DecantCore", "DecantDocument"], path: "Tests/Support"),
        // The model of event streams, which the package Fuzz compiles, too.
        .target(
            name: "EventStreamModel",
            dependencies: ["DecantCore", "DecantStreams"],
            path: "Fuzz/Sources/EventStreamModel"
        ),
        .testTarget(name: "DecantInflateTests", dependencies: ["DecantCore", "DecantInflate", "TestSupport"]),
        .testTarget(
            name: "DecantCoreTests",
            dependencies: ["DecantCore", "DecantDocument", "DecantTesting", "TestSupport"]
        ),
        .testTarget(
            name: "DecantCapturesTests",
            dependencies: [
                "DecantCaptures", "DecantCore", "DecantJSON", "DecantStreams", "DecantText", "TestSupport",
            ]
        ),
        .testTarget(
            name: "DecantTextTests",
            dependencies: ["DecantCore", "DecantText", "DecantTesting", "TestSupport"]
        ),
        .testTarget(
            name: "DecantDocumentTests",
            dependencies: ["DecantCore", "DecantDocument", "DecantJSON", "DecantPropertyList", "TestSupport"]
        ),
        .testTarget(name: "DecantJSONTests", dependencies: ["DecantJSON", "DecantTesting", "TestSupport"]),
        .testTarget(
            name: "DecantStreamsTests",
            dependencies: [
                "DecantFoundation", "DecantStreams", "DecantTesting", "EventStreamModel", "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        .testTarget(name: "DecantXMLTests", dependencies: ["DecantXML", "DecantTesting", "TestSupport"]),
        .testTarget(name: "DecantImagesTests", dependencies: ["DecantImages", "DecantTesting", "TestSupport"]),
        .testTarget(
            name: "DecantPropertyListTests",
            dependencies: ["DecantPropertyList", "DecantTesting", "TestSupport"]
        ),
        .testTarget(
            name: "DecantTests",
            dependencies: [
                "Decant", "DecantCaptures", "DecantCore", "DecantFoundation", "DecantImages", "DecantTesting",
                "TestSupport",
            ]
        ),
        .testTarget(
            name: "DecantFoundationTests",
            dependencies: ["DecantFoundation", "DecantTesting", "TestSupport"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

/// A product that only the trait of AsyncHTTPClient needs.
func client(_ product: String, of package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["DecantAsyncHTTPClient"]))
}

/// A piece of C around a library, which is empty and links nothing unless the trait of its name is on.
///
/// Its own header does not name the library's, so that no importer needs that one.
func shim(_ trait: String, linking libraries: String...) -> Target {
    .target(
        name: "CDecant\(trait)",
        cSettings: [.define("DECANT_\(trait)", .when(platforms: librarySystems, traits: [trait]))],
        linkerSettings: libraries.map { .linkedLibrary($0, .when(platforms: librarySystems, traits: [trait])) }
    )
}

/// One list for every target; each feature names the proposal that describes it.
let settings: [SwiftSetting] = [
    // SE-0335
    .enableUpcomingFeature("ExistentialAny"),
    // SE-0444
    .enableUpcomingFeature("MemberImportVisibility"),
    // SE-0409
    .enableUpcomingFeature("InternalImportsByDefault"),
    // SE-0461
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    // A property that returns a `Span` states what it borrows from.
    .enableExperimentalFeature("Lifetimes"),
    // SE-0458
    .strictMemorySafety(),
]

/// The definitions of the shims, for Swift.
let libraryDefinitions: [SwiftSetting] = ["JPEG", "TIFF", "WebP", "AVIF", "HEIC", "Brotli", "Zstd"].map { trait in
    .define("DECANT_\(trait)", .when(platforms: librarySystems, traits: [trait]))
}

for target in package.targets where target.type != .system {
    target.swiftSettings = (target.swiftSettings ?? []) + settings + libraryDefinitions
}
