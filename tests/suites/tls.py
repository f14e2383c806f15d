#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""The exporter by TLS, with curl as the client: tls.py TOOL-FOLDER RECORDING.

Certificates are made by openssl: of an authority, the server, and clients that are right,
of another authority, for servers only, or out of date.
"""
import pathlib
import subprocess
import sys
import tempfile

failed = 0


def row(name, got, want):
    global failed
    if got != want:
        print(f"# got {got}, not {want}")
    print(f"{'ok' if got == want else 'not ok'} - tls: {name}", flush=True)
    failed += got != want


def openssl(*words):
    subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)


def make(folder, name, signer, purpose, days=30):
    """NAME.crt and NAME.key, signed by SIGNER, or by itself."""
    key, crt, request = (folder / f"{name}.{end}" for end in ["key", "crt", "csr"])
    if signer is None:
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-keyout", key, "-out", crt, "-subj", f"/CN={name}", "-days", days)
        return
    openssl("req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-keyout", key, "-out", request, "-subj", f"/CN={name}")
    more = folder / "more"
    more.write_text(f"subjectAltName=IP:127.0.0.1\nextendedKeyUsage={purpose}\n")
    openssl("x509", "-req", "-in", request, "-CA", folder / f"{signer}.crt", "-CAkey",
            folder / f"{signer}.key", "-CAcreateserial", "-out", crt, "-days", days,
            "-extfile", more)


class Exporter:
    """One with a web configuration file of these lines."""

    def __init__(self, tools, recording, folder, *lines):
        self.folder = folder
        config = folder / "web.yml"
        config.write_text("\n".join(["---", "tls_server_config:  # as exporters have it",
                                     "  cert_file: 'server.crt'", '  key_file: "server.key"',
                                     *(f"  {line}" for line in lines)]) + "\n")
        self.process = subprocess.Popen(
            [tools / "tdacct-serve", "--replay", recording, "--listen", "0",
             "--web.config.file", config], stderr=subprocess.PIPE, text=True)
        said = self.process.stderr.readline()
        self.port = said.split()[-1] if "listening" in said else "0"

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.process.terminate()
        self.process.wait()

    def status(self, *options, scheme="https"):
        """The status that curl gets, or 000, and how it ends."""
        done = subprocess.run(
            ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "--max-time", "60",
             "--cacert", self.folder / "ca.crt", *options,
             f"{scheme}://127.0.0.1:{self.port}/metrics"], capture_output=True, text=True,
            check=False)
        return done.stdout

    def by(self, name):
        return self.status("--cert", self.folder / f"{name}.crt", "--key",
                           self.folder / f"{name}.key")


def main():
    tools, recording = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make(folder, "ca", None, None)
        make(folder, "stranger", None, None)
        make(folder, "server", "ca", "serverAuth")
        make(folder, "right", "ca", "clientAuth")
        make(folder, "other", "stranger", "clientAuth")
        make(folder, "old", "ca", "clientAuth", days=-1)

        def exporter(*lines):
            return Exporter(tools, recording, folder, *lines)

        with exporter() as e:
            row("a client that trusts the authority", e.status(), "200")
            row("one that does not", e.status("--cacert", folder / "stranger.crt"), "000")
            row("HTTP without TLS", e.status(scheme="http"), "000")
            row("it goes on after that", e.status(), "200")
            row("TLS 1.2 by default", e.status("--tls-max", "1.2"), "200")
            row("no TLS 1.1", e.status("--tlsv1.1", "--tls-max", "1.1", "--ciphers",
                                       "DEFAULT@SECLEVEL=0"), "000")
            row("a certificate that nobody asks for", e.by("other"), "200")
        with exporter("min_version: TLS13") as e:
            row("TLS 1.3 where that is the least", e.status(), "200")
            row("and nothing older", e.status("--tls-max", "1.2"), "000")
        with exporter("max_version: TLS12") as e:
            row("TLS 1.2 where that is the most", e.status(), "200")
            row("and nothing newer", e.status("--tlsv1.3"), "000")
        with exporter("client_auth_type: RequireAndVerifyClientCert",
                      "client_ca_file: ca.crt") as e:
            row("required: a right certificate", e.by("right"), "200")
            row("required: none", e.status(), "403")
            row("required: of another authority", e.by("other"), "403")
            row("required: of a server", e.by("server"), "403")
            row("required: out of date", e.by("old"), "403")
        with exporter("client_auth_type: VerifyClientCertIfGiven",
                      f"client_ca_file: {folder}/ca.crt") as e:
            row("if given: a right certificate", e.by("right"), "200")
            row("if given: none", e.status(), "200")
            row("if given: of another authority", e.by("other"), "403")
            row("if given: out of date", e.by("old"), "403")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
