// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Benchmarks",
    // `Array.span` exists since macOS 26.
    platforms: [.macOS(.v26)],
    dependencies: [
        .package(name: "Decant", path: "..", traits: ["JPEG", "TIFF", "WebP", "AVIF", "Brotli", "Zstd", "Macros"]),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0"),
        // Its traits would enable interposers that replace `malloc` for every competitor.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.0", traits: []),
    ],
    targets: [
        // The system's simdjson, wrapped in C functions.
        .target(name: "CSimdjson", linkerSettings: [.linkedLibrary("simdjson")]),
        // The system's libxml2, expat, and pugixml, wrapped in one function per task.
        .systemLibrary(name: "CLibxml2", pkgConfig: "libxml-2.0"),
        .target(
            name: "CXMLRivals",
            dependencies: ["CLibxml2"],
            linkerSettings: [.linkedLibrary("expat"), .linkedLibrary("pugixml")]
        ),
        .systemLibrary(name: "CLibplist"),
        // The system's image decoders, each wrapped in one function, and the writers of the images.
        .target(
            name: "CImageRivals",
            linkerSettings: [
                "png16", "z", "gif", "turbojpeg", "tiff", "webp", "webpdemux", "avif", "dl",
            ].map { .linkedLibrary($0) }
        ),
        .target(
            name: "CImageWriters",
            linkerSettings: ["png16", "gif", "turbojpeg", "tiff", "webp", "avif"].map { .linkedLibrary($0) }
        ),
        // Libraries that decompress gzip data, each wrapped in one function, and the compressor.
        .target(
            name: "CCodingRivals",
            linkerSettings: ["z", "deflate", "isal", "brotlienc", "brotlidec", "zstd"].map { .linkedLibrary($0) }
        ),
        .target(name: "CAllocator"),
        .target(
            name: "BenchmarkInputs",
            dependencies: [
                "CImageWriters", "CCodingRivals",
                .product(name: "DecantCore", package: "Decant"),
                .product(name: "DecantJSON", package: "Decant"),
            ]
        ),
        // Models of the inputs that read themselves as the macro generates it.
        .target(name: "MacroModels", dependencies: [.product(name: "DecantMacros", package: "Decant")]),
        .executableTarget(
            name: "SideBySide",
            dependencies: [
                "BenchmarkInputs", "MacroModels", "CSimdjson", "CXMLRivals", "CLibplist", "CImageRivals",
                "CCodingRivals",
                "CAllocator",
                .product(name: "DecantCore", package: "Decant"),
                .product(name: "DecantFoundation", package: "Decant"),
                .product(name: "DecantImages", package: "Decant"),
                .product(name: "DecantJSON", package: "Decant"),
                .product(name: "DecantPropertyList", package: "Decant"),
                .product(name: "DecantStreams", package: "Decant"),
                .product(name: "DecantXML", package: "Decant"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        // Decoding in a process of its own, which must not depend on what any other code has done before.
        .executableTarget(
            name: "FreshProcess",
            dependencies: [
                "MacroModels",
                .product(name: "DecantCore", package: "Decant"),
                .product(name: "DecantFoundation", package: "Decant"),
                .product(name: "DecantJSON", package: "Decant"),
            ]
        ),
        // URLSession with and without Decant. It does not depend on the rivals, so it builds without them.
        .executableTarget(
            name: "Transports",
            dependencies: [
                .product(name: "Decant", package: "Decant"),
                .product(name: "DecantFoundation", package: "Decant"),
            ]
        ),
        .executableTarget(
            name: "DecantBenchmarks",
            dependencies: [
                "BenchmarkInputs",
                .product(name: "DecantCore", package: "Decant"),
                .product(name: "DecantJSON", package: "Decant"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/DecantBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

for target in package.targets where ![.plugin, .system].contains(target.type) {
    target.swiftSettings = [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")]
}
