"""TLS: the key of a cluster. Schedulers, workers and clients that have it talk to each other, and to nobody else.

One key and one certificate, which it has signed itself, serve all of them. Each side of a connection shows the
certificate and proves that it has the key. So no name of a machine matters, and no other authority counts.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_config_path

from pybridge.cluster.settings import MISSING
from pybridge.errors import ClusterError

if TYPE_CHECKING:
    from distributed import Security

TLS_VARIABLE = "PYBRIDGE_TLS"
COPIED = f"copy the folder from the machine that ran `pybridge cluster start`, or set {TLS_VARIABLE}"
"""What helps where the key of a cluster is missing, or is another one."""
_CERTIFICATE, _KEY = "cluster.crt", "cluster.key"
_EARLY, _VALID = timedelta(days=1), timedelta(days=3650)
"""How long before it was made a certificate is valid, as clocks differ, and how long after."""


def key_folder() -> Path:
    """Where the key for clusters of many machines is; each machine has a copy of this folder."""
    return Path(os.environ.get(TLS_VARIABLE) or user_config_path("pybridge") / "tls")


def make_key(folder: Path) -> Path:
    """The folder, with a key, which is made if none is there. Raises ClusterError."""
    if (folder / _KEY).exists():
        return folder
    certificate, key = _made()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _alone(folder):  # schedulers that start at once have one key
            if not (folder / _KEY).exists():
                _write(folder / _CERTIFICATE, certificate)
                _write(folder / f".{_KEY}", key)
                os.replace(folder / f".{_KEY}", folder / _KEY)  # who sees a key sees all of it
    except OSError as error:
        raise ClusterError(f"the key of the cluster cannot be kept: {error.strerror}: {error.filename}") from None
    return folder


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold a folder, which gets no file for that."""
    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


def _write(path: Path, text: bytes) -> None:
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(text)


def _made() -> tuple[bytes, bytes]:
    """A new certificate and its key, on an elliptic curve, which takes milliseconds. Raises ClusterError."""
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
    except ImportError:
        raise ClusterError(MISSING) from None
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "pybridge cluster")])
    used = dict.fromkeys(("content_commitment", "key_encipherment", "data_encipherment", "key_agreement"), False)
    signing = x509.KeyUsage(
        digital_signature=True, key_cert_sign=True, crl_sign=False, encipher_only=False, decipher_only=False, **used
    )
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now - _EARLY, now + _VALID)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(signing, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    return certificate.public_bytes(serialization.Encoding.PEM), key.private_bytes(*plain)


def security(address: str, folder: Path) -> "Security | None":
    """What a connection to the address needs, by the key in a folder; None without TLS.

    Raises ClusterError if the key is not there, or if others can read it.
    """
    if not address.startswith("tls://"):
        return None
    from distributed import Security

    certificate, key = folder / _CERTIFICATE, folder / _KEY
    try:
        mode = key.stat().st_mode
        certificate.stat()
    except OSError:
        raise ClusterError(f"{folder} has no key for {address}; {COPIED}") from None
    if mode & 0o077:
        raise ClusterError(f"others can read {key}, and so run programs as you; run `chmod 600 {key}`")
    files = {"cert": str(certificate), "key": str(key)}
    roles = {f"tls_{role}_{kind}": file for role in ("client", "scheduler", "worker") for kind, file in files.items()}
    return Security(tls_ca_file=str(certificate), require_encryption=True, **roles)
