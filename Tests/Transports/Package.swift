// swift-tools-version: 6.2

import PackageDescription

/// The traits of the library, unless the scripts choose the default traits.
let traits: Set<Package.Dependency.Trait> =
    Context.environment["DECANT_TRAITS"] == nil
    ? ["DecantAsyncHTTPClient", "DecantNIO", "Brotli", "Zstd"] : [.defaults]

/// The transport conformance kit, run against every client that has an adapter.
///
/// This separate package keeps the library's tests from resolving and building the clients.
let package = Package(
    name: "Transports",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Decant", path: "../..", traits: traits),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0"),
    ],
    targets: [
        // The AsyncHTTPClient measurements of `Scripts/bench transports`.
        .executableTarget(
            name: "ClientFigures",
            dependencies: [
                .product(name: "Decant", package: "Decant"),
                .product(name: "DecantAsyncHTTPClient", package: "Decant"),
                .product(name: "DecantTesting", package: "Decant"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "TransportTests",
            dependencies: [
                .product(name: "Decant", package: "Decant"),
                .product(name: "DecantAsyncHTTPClient", package: "Decant"),
                .product(name: "DecantFoundation", package: "Decant"),
                .product(name: "DecantNIO", package: "Decant"),
                .product(name: "DecantTesting", package: "Decant"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
