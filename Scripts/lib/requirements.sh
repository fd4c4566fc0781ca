# Sourced by the scripts that build. Detects the system packages that a Swift toolchain lacks, and installs them unless
# DECANT_NO_INSTALL is set; the option --no-install of the scripts sets it.
#
# Only missing requirements are installed: shared libraries that the toolchain's own programs and Foundation link, as
# listed by `ldd`; the parts a linker needs that no toolchain includes (headers of C and C++, start files, libgcc,
# ld.gold); and git with certificates, which the package manager uses to fetch packages.

# Prints the folder of the toolchain's programs, even if `swift` is the proxy of an installer.
toolchain_bin() {
    local resources
    resources=$(swift -print-target-info 2>/dev/null | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
    if [[ -n $resources && -d $resources/../../bin ]]; then
        (cd "$resources/../../bin" && pwd)
    else
        dirname "$(realpath "$(command -v swift)")"
    fi
}

# Prints the Debian and Ubuntu packages that may contain a library, the likelier name first.
packages_of_library() {
    case $1 in
        libcurl.so.4) echo libcurl4t64 libcurl4 ;;
        libxml2.so.2) echo libxml2 ;;
        libsqlite3.so.0) echo libsqlite3-0 ;;
        libncurses.so.6) echo libncurses6 ;;
        libtinfo.so.6) echo libtinfo6 ;;
        libedit.so.2) echo libedit2 ;;
        libuuid.so.1) echo libuuid1 ;;
        libz.so.1) echo zlib1g ;;
        libstdc++.so.6) echo libstdc++6 ;;
        libgcc_s.so.1) echo libgcc-s1 ;;
    esac
}

missing_libraries() {
    local bin=$1
    ldd "$bin"/{swift-package,swift-frontend,clang,lld} "$bin"/../lib/swift/linux/libFoundation{Networking,XML}.so \
        2>/dev/null | awk '/not found/ { print $1 }' | sort -u
}

# Prints a line "PACKAGE[ OTHER-NAME]: reason" for every missing requirement.
missing_requirements() {
    local bin library packages
    bin=$(toolchain_bin)
    for library in $(missing_libraries "$bin"); do
        packages=$(packages_of_library "$library")
        [[ -n $packages ]] && echo "$packages: the toolchain links $library"
    done
    [[ -e /usr/include/stdio.h ]] || echo "libc6-dev: headers of the C library"
    [[ $("$bin/clang" -print-file-name=libgcc.a 2>/dev/null) == /* ]] || echo "gcc: libgcc, which every program links"
    "$bin/clang" -x c++ -fsyntax-only - <<<'#include <memory>' 2>/dev/null ||
        echo "g++: headers of the C++ library, for the cryptography that the command's digests come from"
    command -v ld.gold >/dev/null || echo "binutils-gold binutils: ld.gold, which links Swift programs"
    command -v git >/dev/null || echo "git: the package manager fetches packages with it"
    [[ -e /etc/ssl/certs/ca-certificates.crt ]] || echo "ca-certificates: packages are fetched by HTTPS"
    for library in "$@"; do
        command -v "$library" >/dev/null || echo "$library: the checks are written in it"
    done
}

# Installing requires root, or a sudo without a password.
may_install() {
    [[ -z ${DECANT_NO_INSTALL:-} ]] || return 1
    [[ $(id -u) == 0 ]] || sudo -n true 2>/dev/null
}

as_root() {
    if [[ $(id -u) == 0 ]]; then "$@"; else sudo -n "$@"; fi
}

# Removes `--no-install` from the arguments of a script, and leaves the others in `arguments`.
# Usage: take_no_install "$@"
take_no_install() {
    local argument
    arguments=()
    for argument in "$@"; do
        if [[ $argument == --no-install ]]; then export DECANT_NO_INSTALL=1; else arguments+=("$argument"); fi
    done
}

# Installs missing packages after printing the reasons, or prints the command that installs them.
# Usage: apt_install REASONS PACKAGE...; the reasons are lines
apt_install() {
    local reasons=$1
    shift
    say "Missing on this system:"
    printf '%s\n' "$reasons" | sed 's/^/    /'
    if ! command -v apt-get >/dev/null; then
        say "Please install these by this system's own means; only Debian and Ubuntu are known here." >&2
        return 1
    fi
    if ! may_install; then
        say "Nothing is installed. This installs them:" >&2
        say "    sudo apt-get update && sudo apt-get install --no-install-recommends $*" >&2
        return 1
    fi
    say "They are installed with apt-get now: $*. With --no-install nothing is."
    as_root apt-get update -q >/dev/null
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" >/dev/null
}

# Prints the first of several names that is in the package lists, or the last one.
known_package() {
    local name
    for name in "$@"; do
        if apt-cache show "$name" >/dev/null 2>&1; then
            echo "$name"
            return
        fi
    done
    echo "${@: -1}"
}

# Installs the missing requirements for building and running on Debian or Ubuntu; elsewhere only reports them.
# Usage: install_requirements [PROGRAM...]; the programs are also required, and their packages have the same names.
install_requirements() {
    [[ $(uname -s) == Linux ]] || return 0
    if ! command -v swift >/dev/null; then
        say "There is no \`swift\` on the PATH. Install Swift 6.2 or later: https://www.swift.org/install" >&2
        return 1
    fi
    local missing line packages=()
    missing=$(missing_requirements "$@")
    [[ -n $missing ]] || return 0
    while read -r line; do
        # shellcheck disable=SC2086  # alternative names are words
        packages+=("$(known_package ${line%%:*})")
    done <<<"$missing"
    apt_install "$missing" "${packages[@]}"
}

# Installs a library's headers with a message, unless they are in a folder that the compiler searches by default, which
# Homebrew's folder on Apple silicon is not.
# Usage: install_headers HEADER PACKAGE REASON
install_headers() {
    local folder sdk=""
    [[ $(uname -s) != Darwin ]] || sdk=$(xcrun --show-sdk-path)
    for folder in "$sdk/usr/include" /usr/local/include "/usr/include/$(uname -m)-linux-gnu"; do
        [[ ! -e $folder/$1 ]] || return 0
    done
    install_package "$2" "$3"
}

# Installs a package with a message.
# Usage: install_package PACKAGE REASON
install_package() {
    apt_install "$1: $2" "$1"
}

# Prints the requirements of each trait of the library: a trait, a header, and the Debian package that contains it.
trait_libraries() {
    cat <<'LIST'
JPEG jpeglib.h libjpeg-dev
TIFF tiffio.h libtiff-dev
WebP webp/decode.h libwebp-dev
AVIF avif/avif.h libavif-dev
HEIC libde265/de265.h libde265-dev
Brotli brotli/decode.h libbrotli-dev
Zstd zstd.h libzstd-dev
LIST
}

# Prints the traits that need a library.
library_traits() {
    trait_libraries | cut -d' ' -f1 | paste -sd' ' -
}

# Installs the requirements of some traits, and prints only the missing ones. If a requirement cannot be installed, the
# library is built and tested without its trait. Sets the flags accordingly.
#
# On macOS, no trait that needs a library is turned on, even where its headers are: the manifest gives these traits no
# effect on Apple's systems, since an app cannot rely on such a library there.
# Usage: prepare_traits [TRAIT...]; by default, the traits that the manifest enables
trait_flags=()
prepare_traits() {
    local wanted=("$@") trait header package available=() missing=()
    (($# > 0)) || read -ra wanted < <(default_traits)
    while read -r trait header package; do
        [[ " ${wanted[*]-} " == *" $trait "* ]] || continue
        if [[ $(uname -s) != Darwin ]] &&
            install_headers "$header" "$package" "the library's trait $trait needs it"; then
            available+=("$trait")
        else
            missing+=("$trait")
        fi
    done < <(trait_libraries)
    if ((${#missing[@]} > 0)); then
        say "The library is built and tested without ${missing[*]}."
        trait_flags=(--disable-default-traits)
        ((${#available[@]} == 0)) || trait_flags=(--traits "$(IFS=,; echo "${available[*]}")")
    fi
}

# Installs the requirements of the command, and makes the available formats and codings the library's default traits.
prepare_command_traits() {
    local names
    read -ra names < <(library_traits)
    trait_flags=()
    prepare_traits "${names[@]}"
    ((${#trait_flags[@]} > 0)) || trait_flags=(--traits "$(IFS=,; echo "${names[*]}")")
    export DECANT_TRAITS=${trait_flags[1]:-}
}

# Makes all available traits the library's default traits. SwiftPM writes the flags of default traits in the same order
# for the library and for the packages that use it, so all of them can share one build.
prepare_all_traits() {
    prepare_command_traits
    DECANT_TRAITS=${DECANT_TRAITS:+$DECANT_TRAITS,}Digests,DecantNIO,DecantAsyncHTTPClient,Macros
}

# Prints the traits that the manifest enables by default.
default_traits() {
    sed -n 's/^let defaultTraits = .* ?? "\([^"]*\)".*/\1/p' "$root/Package.swift" | tr , ' '
}
