// swift-tools-version: 6.2

import PackageDescription

/// The programs that `Scripts/bench captures` measures; without the libraries for images, so it builds fast.
let package = Package(
    name: "Captures",
    // `Array.span` exists since macOS 26.
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "Decant", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "CaptureBench",
            dependencies: ["Captures", "Core", "Images", "JSON", "Text", "XML"].map {
                .product(name: "Decant\($0)", package: "Decant")
            }
        )
    ],
    swiftLanguageModes: [.v6]
)
