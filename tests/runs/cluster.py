"""A cluster of two workers, and the command on it, so that workers come to harm.

    python cluster.py FILE        a cluster, until its standard input ends; FILE gets its address
    python cluster.py WORDS...    the command

What is to happen to the command stands in the environment: `MEET` = no worker begins before so many
are there; `DIE_AFTER` = one worker kills itself when it has told of so many chunks; `HOLD_AFTER` =
every worker stands still from then on.
"""

import logging
import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from lexbelli.runs import ray_engine

PATIENCE = 100.0
# Workers have no part in the environment of the command.
MEET, DIE_AFTER, HOLD_AFTER = (
    int(os.environ.get(name, "0")) for name in ("MEET", "DIE_AFTER", "HOLD_AFTER")
)


class Worker(ray_engine.Worker):
    """A worker that comes to harm."""

    def __init__(self, job: ray_engine.Job) -> None:
        super().__init__(job)
        self.met = Path(f"{job.output}.met")
        self.told = 0

    def __call__(self, batch: Mapping[str, Iterable[str]]) -> Iterator[dict[str, list[str]]]:
        self.meet()
        for answer in super().__call__(batch):
            yield answer
            self.told += 1
            if self.told == DIE_AFTER and first(self.met / "died"):
                os.kill(os.getpid(), signal.SIGKILL)
            if 0 < HOLD_AFTER <= self.told:
                time.sleep(PATIENCE)
                raise RuntimeError("nobody has stopped the run")

    def meet(self) -> None:
        self.met.mkdir(exist_ok=True)
        (self.met / str(os.getpid())).touch()
        last = time.monotonic() + PATIENCE
        while len(list(self.met.iterdir())) < MEET:
            if time.monotonic() > last:
                raise RuntimeError("nobody else has come")
            time.sleep(0.05)


def first(path: Path) -> bool:
    """Make a file; tell whether nobody has made it before."""
    try:
        path.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def cluster(address: Path) -> None:
    import ray

    ray.init(
        num_cpus=2,
        include_dashboard=False,
        object_store_memory=100 << 20,
        log_to_driver=False,
        logging_level=logging.ERROR,
    )
    draft = address.with_suffix(".draft")
    draft.write_text(ray.get_runtime_context().gcs_address)
    draft.rename(address)
    sys.stdin.read()
    ray.shutdown()


def main() -> None:
    if len(sys.argv) == 2:
        cluster(Path(sys.argv[1]))
        return
    from lexbelli.cli import main as command

    ray_engine.Worker = Worker  # type: ignore[misc]
    command()


if __name__ == "__main__":
    main()
