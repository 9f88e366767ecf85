"""What an interrupted build of a table has found, kept beside the table that is not there yet."""

import errno
import os
import shutil
from contextlib import suppress

from pybridge.forms import Form
from pybridge.limits import OnProgress
from pybridge.store.entry import Files, read_manifest, read_table, said, write_table
from pybridge.store.table import Table


class HalfBuilt:
    """What a build has found, beside the table that is not there yet. Only the process that has its lock uses it."""

    def __init__(self, files: Files, identity: Form, report: OnProgress) -> None:
        self._files, self._identity, self._report = files, identity, report

    def load(self) -> Table | None:
        """What an interrupted build has found; None, with a report, if it is broken."""
        if not os.path.lexists(self._files.manifest):
            return None
        try:
            return read_table(self._files, read_manifest(self._files, self._identity))
        except (OSError, ValueError) as error:
            self.refuse(said(error))
            return None

    def save(self, table: Table) -> None:
        """Keep a table in place of what was kept before; if there is no room for it and a complete one, report it."""
        try:
            if shutil.disk_usage(self._files.folder).free < 2 * table.bytes:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            write_table(self._files, table, self._identity)
        except OSError as error:
            self._report(f"{self._files.payload}: not saved: {error.strerror or error}")

    def refuse(self, fault: str) -> None:
        """Remove what was kept, and report why."""
        self._report(f"{self._files.payload}: {fault}; starting over")
        with suppress(OSError):
            self._files.clear()
