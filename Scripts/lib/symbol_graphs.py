"""Extracts the symbol graphs of built modules with the compiler."""
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def target_info():
    return json.loads(output("swiftc", "-print-target-info"))


def tool(name):
    """Returns the command of a tool of the toolchain; on macOS, few of them are on the PATH."""
    return ["xcrun", name] if sys.platform == "darwin" else [name]


def sdk():
    """Returns the options that name the SDK, which only the compiler finds by itself."""
    return ["-sdk", output("xcrun", "--show-sdk-path").strip()] if sys.platform == "darwin" else []


def module_maps(modules):
    """Returns the module maps of the C modules that compiled modules need; `modules` is the folder of the latter."""
    build = modules.resolve().parent
    # Those of tools are built a second time, for the compiler.
    maps = [path for path in build.glob("C*.build/module.modulemap") if not path.parent.name.endswith("-tool.build")]
    maps += list((ROOT / "Sources").glob("C*/module.modulemap"))
    # The module maps in the packages of the clients.
    maps += list((build.parent.parent / "checkouts").glob("*/Sources/*/include/module.modulemap"))
    return sorted(maps)


def extract(module, modules, *options):
    """Returns the names and the contents of a module's symbol graphs, including its extensions of other modules.

    The options are passed to the extractor.
    """
    with tempfile.TemporaryDirectory() as folder:
        command = [
            *tool("swift-symbolgraph-extract"), "-module-name", module, "-target", target_info()["target"]["triple"],
            *sdk(), "-I", str(modules), "-output-dir", folder,
            "-minimum-access-level", "public", "-skip-synthesized-members", *options,
        ]
        for file in module_maps(modules):
            command += ["-Xcc", f"-fmodule-map-file={file}"]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode != 0:
            sys.exit(f"{module}: {result.stderr.strip()}")
        files = sorted(pathlib.Path(folder).glob("*.symbols.json"))
        return [
            (file.name, json.loads(file.read_text())) for file in files
            if file.name == f"{module}.symbols.json" or file.name.startswith(f"{module}@")
        ]
