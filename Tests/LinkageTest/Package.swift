// swift-tools-version: 6.2

import PackageDescription

// A separate package, so that its program links the same libraries as a user's program, without test dependencies.
let package = Package(
    name: "LinkageTest",
    platforms: [.macOS(.v15)],
    // No traits, because their libraries may be missing. The traits do not add Foundation.
    dependencies: [.package(name: "Decant", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "LinkageTest",
            dependencies: [
                .product(name: "DecantCaptures", package: "Decant"),
                .product(name: "DecantCore", package: "Decant"),
                .product(name: "DecantImages", package: "Decant"),
                .product(name: "DecantJSON", package: "Decant"),
                .product(name: "DecantPropertyList", package: "Decant"),
                .product(name: "DecantText", package: "Decant"),
                .product(name: "DecantXML", package: "Decant"),
            ]
        ),
        .executableTarget(
            name: "OneFormat",
            dependencies: [
                .product(name: "DecantCore", package: "Decant"), .product(name: "DecantJSON", package: "Decant"),
            ]
        ),
        .executableTarget(
            name: "MissingImport",
            dependencies: [
                .product(name: "DecantCore", package: "Decant"), .product(name: "DecantJSON", package: "Decant"),
                .product(name: "DecantXML", package: "Decant"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
