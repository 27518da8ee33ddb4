"""The exit codes of the program, and how a command ends with one of them."""

OK, GATE, BAD_INPUT, BUG, INTERRUPTED = 0, 1, 2, 70, 130


class Exit(Exception):  # noqa: N818  (it is not an error)
    """End the program with an exit code; messages have been printed before."""

    def __init__(self, code: int = OK) -> None:
        super().__init__(code)
        self.code = code
