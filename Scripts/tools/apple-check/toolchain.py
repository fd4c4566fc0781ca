"""The toolchain of this machine, and its standard library for other systems."""

import hashlib
import json
import pathlib
import re
import shutil
import subprocess

KIT = pathlib.Path(__file__).resolve().parent


def run(*arguments, **options):
    return subprocess.run([str(a) for a in arguments], capture_output=True, text=True, errors="replace", **options)


def fail(message, output=""):
    raise SystemExit(f"apple-check: {message}\n{output}".rstrip())


class System:
    """A system to compile for.

    vendor: The vendor and the system in a triple.
    folder: The folder of the standard library.
    files: The vendor and the system in the names of its modules.
    lowest: The lowest version with Swift in the system. Modules built for it serve every later version.
    """

    def __init__(self, vendor, folder, files, arch, lowest=""):
        self.vendor, self.folder, self.files, self.arch, self.lowest = vendor, folder, files, arch, lowest
        self.is_apple = vendor.startswith("apple")

    def triple(self, arch, version):
        return f"{arch}-{self.vendor}{version}" + ("" if self.is_apple else "-gnu")


# Without visionOS: its versions are those of iOS less 16 (up to iOS 18), so iOS stands for it. Every watch with the
# lowest supported system has words of 32 bits.
SYSTEMS = {
    "macos": System("apple-macosx", "macosx", "apple-macos", "arm64", "11.0"),
    "ios": System("apple-ios", "iphoneos", "apple-ios", "arm64", "14.0"),
    "tvos": System("apple-tvos", "appletvos", "apple-tvos", "arm64", "14.0"),
    "watchos": System("apple-watchos", "watchos", "apple-watchos", "arm64_32", "7.0"),
    "linux": System("unknown-linux", "linux", "unknown-linux-gnu", "aarch64"),
}
ARM_HEADERS = pathlib.Path("/usr/aarch64-linux-gnu")
# Modules of the toolchain, in the order of their dependencies.
LIBRARY = ["Swift", "_Concurrency", "_StringProcessing", "SwiftOnoneSupport", "Synchronization", "_Builtin_float"]


class Toolchain:
    def __init__(self):
        info = run("swiftc", "-print-target-info")
        if info.returncode:
            fail("no swiftc on the PATH", info.stderr)
        info = json.loads(info.stdout)
        self.version = info["compilerVersion"]
        self.resources = pathlib.Path(info["paths"]["runtimeResourcePath"])
        self.host = info["target"]["moduleTriple"]
        self.arch = self.host.split("-")[0]
        self.bin = self.resources.parent.parent / "bin"

    def interface(self, module):
        folder = self.resources / f"linux/{module}.swiftmodule"
        for kind in (".private.swiftinterface", ".swiftinterface"):
            if (folder / (self.host + kind)).exists():
                return (folder / (self.host + kind)).read_text()
        fail(f"the toolchain has no interface of {module}")


class Target:
    """A system with a deployment version, and the modules built for it."""

    def __init__(self, tools, name, version, cache):
        self.tools, self.name, self.system = tools, name, SYSTEMS[name]
        self.arch = self.system.arch
        self.triple = self.system.triple(self.arch, version)
        self.lowest_triple = self.system.triple(self.arch, self.system.lowest)
        self.work = cache / self.triple
        inputs = [pathlib.Path(__file__), *sorted(p for p in (KIT / "stubs").rglob("*") if p.is_file())]
        key = hashlib.sha256((tools.version + "".join(p.read_text() for p in inputs)).encode())
        self.library = cache / f"library-{self.lowest_triple}-{key.hexdigest()[:12]}"
        self.headers = KIT / "stubs/sdk" if self.system.is_apple else self.library / "sdk"
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)

    def frontend(self, triple, *arguments):
        return run(
            self.tools.bin / "swift-frontend", *arguments, "-target", triple, "-sdk", self.headers,
            "-resource-dir", self.library, "-module-cache-path", self.library / "cache", "-disable-objc-interop",
            "-diagnostic-style", "llvm", "-plugin-path", self.tools.resources / "host/plugins",
        )

    def build_library(self):
        """Builds the standard library and the stubs, once for each toolchain and system."""
        done = self.library / "done"
        if done.exists():
            return
        shutil.rmtree(self.library, ignore_errors=True)
        self.library.mkdir(parents=True)
        for name in ("shims", "clang"):
            (self.library / name).symlink_to(self.tools.resources / name)
        modules, stubs = LIBRARY, ["Dispatch", "Foundation", "os"]
        if self.arch == "arm64_32":
            modules, stubs = [m for m in LIBRARY if m != "Synchronization"], [*stubs, "Synchronization"]
        if self.system.is_apple:
            stubs = [*stubs, "CoreFoundation", "CoreGraphics", "ImageIO", "SwiftUI"]
        else:
            self.copy_c_library()
            modules, stubs = [*LIBRARY[:1], "Glibc", *LIBRARY[1:]], ["Dispatch", "Foundation", "FoundationNetworking"]
        for module in modules:
            self.build_module(module)
        for module in stubs:
            self.build_stub(module)
        done.touch()

    def copy_c_library(self):
        """Finds the headers of the C library of Linux on ARM where the compiler looks for them."""
        self.headers.mkdir()
        (self.headers / "usr").symlink_to(ARM_HEADERS)
        folder = self.library / f"linux/{self.arch}"
        folder.mkdir(parents=True)
        for name in ("glibc.modulemap", "SwiftGlibc.h"):
            shutil.copy(self.tools.resources / f"linux/{self.tools.arch}" / name, folder / name)

    def build_module(self, module):
        source = self.library / f"{module}.swiftinterface"
        text = patched(self.tools.interface(module), self.lowest_triple, self.system.is_apple)
        if self.arch == "aarch64":
            text = without_float80(text)
        if module == "Swift":
            # Optimizing takes twice the time.
            text = text.replace(" -O ", " -Onone ", 1)
            if self.arch == "arm64_32":
                text = with_32_bit_words(text)
        source.write_text(text)
        folder = self.library / self.system.folder / f"{module}.swiftmodule"
        output = folder / f"{self.arch}-{self.system.files}.swiftmodule"
        folder.mkdir(parents=True)
        plain = ["-parse-stdlib"] if "-parse-stdlib" in text[:4000] else []
        built = self.frontend(
            self.lowest_triple, "-compile-module-from-interface", source, "-o", output, "-module-name", module, *plain
        )
        if not output.exists():
            fail(f"the interface of {module} does not build for {self.lowest_triple}", built.stdout + built.stderr)

    def build_stub(self, module):
        built = self.frontend(
            self.lowest_triple, "-emit-module", KIT / f"stubs/{module}.swift", "-module-name", module,
            "-o", self.library / f"{module}.swiftmodule", "-I", self.library, "-swift-version", "6",
            "-parse-as-library", "-enable-experimental-feature", "Lifetimes", "-suppress-warnings",
        )
        if built.returncode:
            fail(f"the stub of {module} does not build", built.stdout + built.stderr)


def patched(text, triple, is_apple):
    """The interface that the toolchain has for Linux, for another system."""
    head, body = re.fullmatch(r"((?:// [^\n]*\n)+)(.*)", text, flags=re.S).groups()
    head = re.sub(r"-target \S+", f"-target {triple} -disable-availability-checking", head, count=1)
    # Bodies that the interface of Linux does not have, or that call its C library.
    body = re.sub(r"^ *@backDeployed\(before:[^\n]*?\)\n", "", body, flags=re.M)
    body = re.sub(r"@backDeployed\(before:[^)]*\) *", "", body)
    body = re.sub(r"self = _stdlib_(remainderl|squareRootl)\([^)]*\)", "fatalError()", body)
    body = body.replace("_swift_stdlib_gettid()", "UInt32(0)")
    return head + (re.sub(r"^import Glibc$", "import Darwin", body, flags=re.M) if is_apple else body)


def without_float80(text):
    """An interface without the type `Float80`, which ARM lacks."""
    text = text.replace("public typealias CLongDouble = Swift.Float80\n", "")
    # Functions of the C library.
    text = re.sub(r"^@_transparent public func [^\n]*Float80[^\n]*\{\n.*?^\}\n", "", text, flags=re.M | re.S)
    return re.sub(r"\bFloat80\b", "_Float80", text)


def with_32_bit_words(text):
    """The interface of the module Swift with an Int of 32 bits, as on an Apple Watch."""
    # Overlays of vectors of words, which the package does not use.
    text = re.sub(r"^extension Swift\.SIMD\d+ where Scalar == Swift\.U?Int \{\n.*?^\}\n", "", text, flags=re.M | re.S)
    text = re.sub(r"^extension Swift\.SIMDMask where Storage == Swift\.SIMD\d+<Swift\.U?Int> \{\n.*?^\}\n", "", text,
        flags=re.M | re.S)
    lines = text.split("\n")

    def narrow(index):
        lines[index] = re.sub(r"Builtin\.\w+", lambda m: m.group(0).replace("Int64", "Int32"), lines[index])

    first = next(i for i, line in enumerate(lines) if line.startswith("@frozen public struct UInt : "))
    last = next(i for i, line in enumerate(lines) if i > first and " struct UnsafeMutableBufferPointer<" in line)
    for index in range(first, last):
        narrow(index)
        lines[index] = re.sub(r"\b64\b", "32", re.sub(r"\b63\b", "31", lines[index]))
    for name in ("UInt", "Int"):
        index = next(i for i, line in enumerate(lines) if line.startswith(f"extension Swift.{name} : Swift.SIMDScalar"))
        while not lines[index].startswith("}"):
            narrow(index)
            index += 1
    text = "\n".join(lines)
    for pattern, new in [
        (r"(Builtin\.[su]itofp_)Int64(_FPIEEE\d+\((?:v|extended)\._value\))", r"\1Int32\2"),
        (r"(\bU?Int\(\s*Builtin\.\w+_)Int64\(", r"\1Int32("),
        (r"truncOrBitCast_Int64_(Int8|Int16|Int32)\(bits\._value\)", r"truncOrBitCast_Int32_\1(bits._value)"),
        (r"truncOrBitCast_Int64_Int64\(bits\._value\)", "zextOrBitCast_Int32_Int64(bits._value)"),
        (r"[sz]extOrBitCast_Int64_Int32", "truncOrBitCast_Int64_Int32"),
        (r"truncOrBitCast_Int32_Word", "zextOrBitCast_Int32_Word"),
        (r"[sz]extOrBitCast_Word_Int32", "truncOrBitCast_Word_Int32"),
        (r"Hasher\._hash\(seed: seed, UInt64\(_value\)\)", "Hasher._hash(seed: seed, UInt64(0))"),
        (r" \+ 64 - 1\) / 64", " + 32 - 1) / 32"),
        (r"return 0x4000_0000_0000_0000", "return 0x4000_0000"),
    ]:
        text = re.sub(pattern, new, text)
    return text
