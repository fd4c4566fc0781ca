# Sourced by the scripts that test a part of the library.

# Creates a package that contains only some test targets and the targets they need, from the manifest of the library.
# Usage: make_smaller_package FOLDER TEST-TARGET...
make_smaller_package() {
    local folder=$1 name names
    shift
    names=$(printf '"%s", ' "$@")
    mkdir -p "$folder"
    # The tests read files of other folders, too.
    for name in "$root"/*; do
        [[ $name == */Package.* ]] || ln -sfn "$name" "$folder/${name##*/}"
    done
    cp "$root/Package.resolved" "$folder/" 2>/dev/null || true
    { cat "$root/Package.swift" && printf '\nvar open = [%s]\n' "${names%, }" && cat <<'SWIFT'; } >"$folder/Package.swift.new"
var needed: Set<String> = []
while let name = open.popLast() {
    guard needed.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else { continue }
    for dependency in target.dependencies {
        switch dependency {
        case .targetItem(let name, _), .byNameItem(let name, _): open.append(name)
        default: break
        }
    }
}
package.targets.removeAll { !needed.contains($0.name) }
package.products = []
SWIFT
    cmp -s "$folder/Package.swift.new" "$folder/Package.swift" || cp "$folder/Package.swift.new" "$folder/Package.swift"
    rm "$folder/Package.swift.new"
}
