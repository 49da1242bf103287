#!/usr/bin/env bash
# Tries what `make dist` has packed on a system that has a C compiler and nothing else: no Rust, no Python, no checkout. The checks of
# `make demo` have to pass with the tarball, unpacked anywhere, and with the Debian package.
# Usage, as root: scripts/test_dist.sh FOLDER-OF-DIST [ROOT], where ROOT is made by debootstrap if it is not there.
set -euo pipefail

dist=$(realpath "$1") root=${2:-$(mktemp -d)}
command -v debootstrap >/dev/null || { echo 'there is no debootstrap: install it' >&2; exit 2; }
[ -x "$root/usr/bin/gcc" ] || debootstrap --variant=minbase --include=gcc,libc6-dev bookworm "$root" http://deb.debian.org/debian >/dev/null
mkdir -p "$root/proc"
mountpoint -q "$root/proc" || { mount -t proc proc "$root/proc"; trap 'umount "$root/proc"' EXIT; }
rm -rf "$root/opt/some where"
mkdir -p "$root/opt/some where"
tar -xzf "$(ls -t "$dist"/evercheck-*.tar.gz | head -1)" -C "$root/opt/some where"
cp "$(ls -t "$dist"/evercheck*.deb | head -1)" "$root/tmp/evercheck.deb"
within() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp LC_ALL=C "$@"; }
for tool in cargo rustc python3; do
    ! within sh -c "command -v $tool" || { echo "the root has $tool" >&2; exit 1; }
done
within bash -ec 'cd "/opt/some where"/evercheck-*; bash share/doc/evercheck/scripts/demo.sh bin/evercheck' >"$root/tmp/tarball.log"
echo "tarball: $(within sh -c '"/opt/some where"/evercheck-*/bin/evercheck --version'), the demo passes"
within dpkg -i /tmp/evercheck.deb >/dev/null
within bash -ec 'cd /tmp; bash /usr/share/doc/evercheck/scripts/demo.sh /usr/bin/evercheck' >"$root/tmp/package.log"
echo "package: $(within evercheck --version), the demo passes"
within dpkg --purge evercheck >/dev/null
