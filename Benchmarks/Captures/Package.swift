// swift-tools-version: 6.2

import PackageDescription

/// The programs that `Scripts/bench captures` measures; without images, so it builds fast.
let package = Package(
    name: "Captures",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Decant", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "CaptureBench",
            dependencies: ["DecantCaptures", "DecantCore", "DecantJSON"].map { .product(name: $0, package: "Decant") }
        )
    ],
    swiftLanguageModes: [.v6]
)
