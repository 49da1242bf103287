#!/usr/bin/env bash
# Packs a built binary with all that it needs: a tarball that can be unpacked anywhere, and a Debian package.
# Usage: scripts/dist.sh EVERCHECK LIBZ3 FOLDER, which needs patchelf, strip and, for the package, dpkg-deb.
set -euo pipefail

binary=$(realpath "$1") z3=$(realpath "$2")
mkdir -p "$3"
out=$(realpath "$3")
cd "$(dirname "$0")/.."
for tool in patchelf strip; do
    command -v "$tool" >/dev/null || { echo "there is no $tool: install it" >&2; exit 2; }
done

# evercheck 0.1.0 (1fec0f311f6a)
read -r _ version commit <<<"$("$binary" --version | tr -d '()')"
name=evercheck-$version${commit:+-$commit}-linux-x86_64
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/$name
share=$tree/share

install -d "$tree"/{bin,include,lib/evercheck} "$share"/{man/man1,doc/evercheck,bash-completion/completions,zsh/site-functions,fish/vendor_completions.d}
install -m 755 "$binary" "$tree/bin/evercheck"
install -m 644 "$z3" "$tree/lib/evercheck/libz3.so.5.4"
strip "$tree/bin/evercheck"
strip --strip-unneeded "$tree/lib/evercheck/libz3.so.5.4"
# The loader looks nowhere else: not into folders of the machine that it was built on.
patchelf --set-rpath '$ORIGIN/../lib/evercheck' "$tree/bin/evercheck"
install -m 644 include/evercheck.h "$tree/include/evercheck.h"
"$binary" man --out "$share/man/man1"
"$binary" completions bash >"$share/bash-completion/completions/evercheck"
"$binary" completions zsh >"$share/zsh/site-functions/_evercheck"
"$binary" completions fish >"$share/fish/vendor_completions.d/evercheck.fish"
cp LICENSE LICENSE-APACHE LICENSE-MIT README.md CHANGELOG.md "$share/doc/evercheck"
cp -r docs examples "$share/doc/evercheck"
install -D -m 755 scripts/demo.sh "$share/doc/evercheck/scripts/demo.sh"
python3 scripts/licences.py >"$share/doc/evercheck/THIRD-PARTY.txt"
cat >"$tree/README" <<EOF
Evercheck $version${commit:+ ($commit)} for Linux on x86-64. It needs a C compiler (cc) and nothing else.

Run bin/evercheck from where it is, or copy bin, lib, include and share to /usr/local or ~/.local. Documents and
examples are in share/doc/evercheck, licences of what is in the binary in THIRD-PARTY.txt there.
EOF
tar -C "$work" --owner 0 --group 0 --sort name -czf "$out/$name.tar.gz" "$name"
echo "$out/$name.tar.gz: $(du -h "$out/$name.tar.gz" | cut -f1)"

command -v dpkg-deb >/dev/null || { echo 'there is no dpkg-deb: no Debian package' >&2; exit 0; }
package=$work/package
install -d "$package/usr" "$package/DEBIAN"
cp -r "$tree"/{bin,include,lib,share} "$package/usr"
gzip -9n "$package"/usr/share/man/man1/*.1
cat >"$package/DEBIAN/control" <<EOF
Package: evercheck
Version: $version${commit:++git$commit}
Architecture: amd64
Maintainer: The authors of Evercheck <evercheck@localhost>
Installed-Size: $(du -sk "$package/usr" | cut -f1)
Depends: libc6 (>= 2.34), libgcc-s1, libstdc++6, gcc | clang | c-compiler, libc6-dev
Section: devel
Priority: optional
Description: Verifies C programs that keep changing
 Proves, for every revision of a C program, that no run of it fails, or shows
 one that does, and checks again after an edit only what the edit could have
 affected.
EOF
dpkg-deb --root-owner-group --build "$package" "$out/${name%-linux-x86_64}_amd64.deb" >/dev/null
echo "$out/${name%-linux-x86_64}_amd64.deb: $(du -h "$out/${name%-linux-x86_64}_amd64.deb" | cut -f1)"
