"""Set the clock that a program sees forward: the text of this module is appended to the program of a reference.

An answer that hangs on the day or the hour is then another one in the second of two runs, however little time lies
between them. What the program has imported by name is replaced too. Nothing of the program's own names is overwritten,
so even the imports are inside.
"""


def _set_forward(program: dict[str, object]) -> None:
    """Replace the clocks in their modules and among a program's names."""
    import datetime
    import time
    from typing import Any

    seconds = 400 * 86400 + 18431.7  # more than a year and some hours, so that no part of a date stays
    told, local, greenwich, ctime, strftime = time.time, time.localtime, time.gmtime, time.ctime, time.strftime

    class Same(type):
        """Of a class that stands for the one it is made from."""

        def __instancecheck__(cls, value: object) -> bool:
            return isinstance(value, cls.__mro__[1])

    class Date(datetime.date, metaclass=Same):
        @classmethod
        def today(cls) -> Any:
            return cls.fromtimestamp(told() + seconds)

    class DateTime(datetime.datetime, metaclass=Same):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return super().now(tz) + datetime.timedelta(seconds=seconds)

        @classmethod
        def utcnow(cls) -> Any:
            return cls.now(datetime.UTC).replace(tzinfo=None)

        @classmethod
        def today(cls) -> Any:
            return cls.now()

    def moment(given: float | None) -> float:
        return told() + seconds if given is None else given

    replaced: dict[object, object] = {
        told: lambda: told() + seconds,
        time.time_ns: lambda: int((told() + seconds) * 1e9),
        local: lambda given=None: local(moment(given)),
        greenwich: lambda given=None: greenwich(moment(given)),
        ctime: lambda given=None: ctime(moment(given)),
        strftime: lambda form, given=None: strftime(form, given or local(moment(None))),
        datetime.date: Date,
        datetime.datetime: DateTime,
    }
    for names in (time.__dict__, datetime.__dict__, program):
        for name, value in list(names.items()):
            if isinstance(value, (type, type(told))) and value in replaced:
                names[name] = replaced[value]


_set_forward(globals())
