// swift-tools-version: 6.2

import PackageDescription

// A separate package, which Scripts/tools/trip builds with coverage.
let package = Package(
    name: "Trip",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Decant", path: "../..", traits: [.defaults, "DecantAsyncHTTPClient"]),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0"),
    ],
    targets: [
        .executableTarget(
            name: "trip",
            dependencies: [
                .product(name: "Decant", package: "Decant"), .product(name: "DecantImages", package: "Decant"),
                .product(name: "DecantAsyncHTTPClient", package: "Decant"),
                .product(name: "DecantTesting", package: "Decant"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
