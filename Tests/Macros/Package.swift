// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

/// The traits of the library.
///
/// The scripts enable all traits, so that the packages share the checkouts and the build of swift-syntax. `Digests` is
/// the exception: SwiftPM builds these tests and all that they use for the host, and would build swift-crypto again.
let traits = (Context.environment["DECANT_TRAITS"] ?? "Macros").split(separator: ",")
    .map(String.init).filter { $0 != "Digests" }

/// The tests of the macro `@JSONDirect`: its expansions, its diagnostics, and the types that it makes.
///
/// This separate package keeps the library's tests from resolving and building swift-syntax.
let package = Package(
    name: "Macros",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Decant", path: "../..", traits: Set(traits.map { .init(name: $0) })),
        .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"605.0.0"),
    ],
    targets: [
        // The sources of DecantMacroPlugin, by a link: a package cannot test the plugin of another one.
        .macro(
            name: "MacroUnderTest",
            dependencies: [
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
            ],
            swiftSettings: [.define("Macros")]
        ),
        .testTarget(
            name: "ExpansionTests",
            dependencies: ["MacroUnderTest"]
                + [
                    "SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder",
                    "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros",
                ].map { .product(name: $0, package: "swift-syntax") }
        ),
        .testTarget(
            name: "DirectTests",
            dependencies: [
                .product(name: "DecantFoundation", package: "Decant"),
                .product(name: "DecantMacros", package: "Decant"),
                .product(name: "DecantTesting", package: "Decant"),
            ]
        ),
        // Types that belong to the main actor unless they state otherwise.
        .testTarget(
            name: "IsolatedTests",
            dependencies: [.product(name: "DecantMacros", package: "Decant")],
            swiftSettings: [.defaultIsolation(MainActor.self)]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
        ]
}
