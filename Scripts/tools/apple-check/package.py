"""Compiles the targets of a package for a system."""

import re

from toolchain import KIT, fail, run

# Libraries that programs can link on every one of Apple's systems.
SYSTEM_LIBRARIES = {"c", "m", "pthread", "z", "bz2", "lzma", "xml2", "xslt", "iconv", "sqlite3", "c++", "compression"}


# The folder in a package for the packages that it depends on.
PACKAGES = ".build/apple-check/packages"


class PackageCheck:
    """Compiles all targets of a package's products for one system, and collects a report.

    Attributes:
        lines: The report, a line for each module and for each error.
        error_count: The number of errors.
    """

    def __init__(self, target, root, manifest, traits):
        self.target, self.root, self.manifest, self.traits = target, root, manifest, traits
        self.targets = {t["name"]: t for t in manifest["targets"] if t["type"] == "regular"}
        self.lines, self.error_count, self.compiled = [], 0, {}

    def check(self):
        if any("HTTPTypes" in str(t["dependencies"]) for t in self.targets.values()):
            self.check_http_types()
        for name in self.order():
            (self.check_c if self.is_c(name) else self.check_swift)(name)
        if "DecantFoundation" in self.targets:
            self.check_program()

    # The manifest

    def order(self):
        """The targets of all products, each after those that it depends on."""
        done = []

        def visit(name):
            if name in done or name not in self.targets:
                return
            for dependency in self.dependencies(name):
                visit(dependency)
            done.append(name)

        for product in self.manifest["products"]:
            for name in product["targets"]:
                visit(name)
        return done

    def dependencies(self, name):
        for dependency in self.targets[name]["dependencies"]:
            kind, value = next(iter(dependency.items()))
            if kind in ("byName", "target") and value[0] in self.targets and self.holds(value[1]):
                yield value[0]

    def closure(self, name):
        found = []
        for dependency in self.dependencies(name):
            for item in [dependency, *self.closure(dependency)]:
                if item not in found:
                    found.append(item)
        return found

    def holds(self, condition):
        """Whether the condition of a setting or of a dependency is met."""
        names = (condition or {}).get("platformNames") or []
        traits = (condition or {}).get("traits") or []
        return (not names or self.target.name in names) and (not traits or bool(set(traits) & self.traits))

    def settings(self, name, tool):
        for setting in self.targets[name]["settings"]:
            if setting["tool"] == tool and self.holds(setting.get("condition")):
                kind, value = next(iter(setting["kind"].items()))
                yield kind, value.get("_0")

    def folder(self, name):
        return self.root / (self.targets[name].get("path") or f"Sources/{name}")

    def is_c(self, name):
        return not any(self.folder(name).rglob("*.swift"))

    # Modules

    def check_c(self, name):
        folder = self.folder(name)
        flags = [f"-I{folder / 'include'}"]
        flags += [f"-I{self.folder(d) / 'include'}" for d in self.closure(name) if self.is_c(d)]
        if self.target.system.is_apple:
            flags += [f"-D{value}" for kind, value in self.settings(name, "c") if kind == "define"]
        else:
            # Without the definitions: the headers of the libraries behind traits are not those of another processor.
            flags += ["-isystem", self.target.headers / "usr/include"]
        lines = []
        for source in sorted(folder.rglob("*.c")):
            built = run(
                self.target.tools.bin / "clang", "-target", self.target.triple, "-isysroot", self.target.headers,
                "-fsyntax-only", "-fno-caret-diagnostics", *flags, source,
            )
            lines += [line for line in built.stderr.splitlines() if ": error:" in line or ": fatal error:" in line]
        header = folder / f"include/{name}.h"
        umbrella = f'umbrella header "{header}"' if header.exists() else f'umbrella "{folder / "include"}"'
        (self.target.work / f"{name}.modulemap").write_text(f"module {name} {{ {umbrella} export * }}\n")
        self.report(name, lines)

    def check_swift(self, name):
        missing = [d for d in self.closure(name) if self.compiled.get(d) is False]
        if missing:
            self.compiled[name] = False
            return self.report(name, [f"error: not compiled, because {missing[0]} has no module"])
        sources = sorted(self.folder(name).rglob("*.swift"))
        flags = [*self.swift_flags(name), "-package-name", self.root.name.lower()]
        lines = self.emit(name, sources, flags)
        if lines:
            # The modules that import this one are compiled all the same, if unavailable names are all that is wrong.
            self.emit(name, sources, [*flags, "-disable-availability-checking"])
        self.compiled[name] = (self.target.work / f"{name}.swiftmodule").exists()
        self.report(name, lines)

    def swift_flags(self, name):
        for kind, value in self.settings(name, "swift"):
            if kind == "enableUpcomingFeature":
                yield from ("-enable-upcoming-feature", value)
            elif kind == "enableExperimentalFeature":
                yield from ("-enable-experimental-feature", value)
            elif kind == "strictMemorySafety":
                yield "-strict-memory-safety"
            elif kind == "define":
                yield f"-D{value}"
        for trait in sorted(self.traits):
            yield f"-D{trait}"
        yield from self.module_maps(self.closure(name))

    def module_maps(self, names):
        for name in names:
            if (self.target.work / f"{name}.modulemap").exists():
                yield from ("-Xcc", f"-fmodule-map-file={self.target.work / name}.modulemap")

    def emit(self, name, sources, flags):
        """Compiles a module as far as the passes that report errors, and returns the errors."""
        output = self.target.work / f"{name}.swiftmodule"
        built = self.target.frontend(
            self.target.triple, "-emit-module", "-o", output, "-module-name", name, "-parse-as-library",
            "-I", self.target.work, "-I", self.target.library, "-swift-version", "6", *flags, *sources,
        )
        text = built.stdout + built.stderr
        lines = [line for line in text.splitlines() if re.search(r": (fatal )?error: ", line)]
        if built.returncode and not lines:
            lines = [line for line in text.splitlines() if line.strip()][:5] or ["error: the compiler stopped"]
        return lines

    def check_http_types(self):
        folder = self.root / PACKAGES / "checkouts/swift-http-types"
        if not folder.exists():
            fail(f"swift-http-types is not in {folder}")
        text = (folder / "Package.swift").read_text()
        flags = ["-package-name", "swift-http-types", "-enable-upcoming-feature", "InternalImportsByDefault"]
        for name, value in re.findall(r'"(HTTPTypes [\d.]+)": "([^"]*)"', text):
            flags += ["-enable-experimental-feature", f"AvailabilityMacro={name}: {value}"]
        self.report("HTTPTypes", self.emit("HTTPTypes", sorted((folder / "Sources/HTTPTypes").rglob("*.swift")), flags))

    def check_program(self):
        """Compiles a program with what the README shows, as an app that imports the modules."""
        self.report("the program", self.emit("Program", [KIT / "Program.swift"], self.module_maps(self.targets)))

    # The report

    def report(self, name, lines):
        lines = list(dict.fromkeys([*lines, *(self.libraries(name) if name in self.targets else [])]))
        self.lines.append(f"{'FAILED' if lines else 'ok'} {name}" + (f": {len(lines)} errors" if lines else ""))
        self.lines += ["    " + line.replace(f"{self.root}/", "") for line in lines]
        self.error_count += len(lines)

    def libraries(self, name):
        """The libraries that the target links and that are not part of Apple's systems."""
        for kind, value in self.settings(name, "linker"):
            if kind == "linkedLibrary" and self.target.system.is_apple and value not in SYSTEM_LIBRARIES:
                yield f"Package.swift: error: {name} links -l{value}, which is not part of the system"
