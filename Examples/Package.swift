// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Decant", path: ".."),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    ],
    targets: [
        .executableTarget(
            name: "Observability",
            dependencies: [
                .product(name: "Decant", package: "Decant"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
            ]
        ),
        .executableTarget(name: "ChatClient", dependencies: [.product(name: "Decant", package: "Decant")]),
        .executableTarget(name: "Importer", dependencies: [.product(name: "Decant", package: "Decant")]),
    ]
)
