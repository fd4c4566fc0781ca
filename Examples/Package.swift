// swift-tools-version: 6.2
import PackageDescription

/// The traits of the library, unless the scripts choose the default traits.
let traits: Set<Package.Dependency.Trait> =
    Context.environment["DECANT_TRAITS"] == nil ? [.defaults, "DecantAsyncHTTPClient"] : [.defaults]

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Decant", path: "..", traits: traits),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
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
        // The service that the clients below use, and the types of its responses.
        .target(
            name: "LibraryService",
            dependencies: [.product(name: "DecantTesting", package: "Decant")]
        ),
        .executableTarget(
            name: "RESTOnAsyncHTTPClient",
            dependencies: [
                "LibraryService",
                .product(name: "Decant", package: "Decant"),
                .product(name: "DecantAsyncHTTPClient", package: "Decant"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ]
        ),
        .executableTarget(
            name: "RecordingOnAsyncHTTPClient",
            dependencies: [
                "LibraryService",
                .product(name: "Decant", package: "Decant"),
                .product(name: "DecantAsyncHTTPClient", package: "Decant"),
                .product(name: "DecantCaptures", package: "Decant"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ]
        ),
        .executableTarget(
            name: "RESTOnFlyingFox",
            dependencies: [
                "LibraryService",
                .product(name: "Decant", package: "Decant"),
                .product(name: "DecantFoundation", package: "Decant"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ]
        ),
        .executableTarget(
            name: "RESTOnURLSession",
            dependencies: [
                "LibraryService",
                .product(name: "Decant", package: "Decant"),
                .product(name: "DecantFoundation", package: "Decant"),
            ]
        ),
        .executableTarget(
            name: "ChatClient",
            dependencies: [
                .product(name: "Decant", package: "Decant"),
                .product(name: "DecantAsyncHTTPClient", package: "Decant"),
                .product(name: "DecantTesting", package: "Decant"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ]
        ),
        .executableTarget(
            name: "ChangeFeed",
            dependencies: [
                .product(name: "Decant", package: "Decant"),
                .product(name: "DecantFoundation", package: "Decant"),
                .product(name: "DecantTesting", package: "Decant"),
            ]
        ),
        .executableTarget(
            name: "RequestsOnHummingbird",
            dependencies: [
                .product(name: "Decant", package: "Decant"),
                .product(name: "DecantFoundation", package: "Decant"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),
        // A format that the library does not have, written with its public interface.
        .executableTarget(
            name: "QOI",
            dependencies: [
                .product(name: "Decant", package: "Decant"),
                .product(name: "DecantTesting", package: "Decant"),
            ]
        ),
        .executableTarget(name: "Importer", dependencies: [.product(name: "Decant", package: "Decant")]),
    ]
)
