# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Values as texts that the reader of models takes: JSON, a value a line, so that the line of a
problem tells the key it belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def scalar(value: Any) -> str | None:
    """One number, word or switch; None: a list or mapping."""
    import json

    if hasattr(value, "tolist"):  # of NumPy
        value = value.tolist()
    if value is None or isinstance(value, (bool, int, str)):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, float):
        return {"inf": ".inf", "-inf": "-.inf", "nan": ".nan"}.get(repr(value), repr(value))
    return None


def is_sequence(value: Any) -> bool:
    return isinstance(value, (list, tuple)) or hasattr(value, "tolist")


def value(value: Any) -> str:
    """Any value on one line. A text is taken as it is: a word, or YAML."""
    return value if isinstance(value, str) else _inline(value)


def _inline(value: Any) -> str:
    import json

    text = scalar(value)
    if text is not None:
        return text
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(str(k))}: {_inline(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_inline(v) for v in value) + "]"
    raise TypeError(f"a {type(value).__name__} is no value of a model")


class Writer:
    """Writes a mapping, and keeps the path of each line."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.paths: list[str] = []

    def write(self, value: Any, path: str, before: str, after: str) -> None:
        import json

        if hasattr(value, "tolist"):
            value = value.tolist()
        if isinstance(value, Mapping) and value:
            self.put(before + "{", path)
            last = len(value) - 1
            for i, (key, item) in enumerate(value.items()):
                if not isinstance(key, str):
                    raise TypeError(f"{path or 'the model'} has a key that is no text: {key!r}")
                below = f"{path}.{key}" if path else key
                self.write(item, below, json.dumps(key, ensure_ascii=False) + ": ", "," * (i < last))
            self.put("}" + after, path)
        elif isinstance(value, (list, tuple)) and any(scalar(item) is None for item in value):
            self.put(before + "[", path)
            last = len(value) - 1
            for i, item in enumerate(value):
                self.write(item, f"{path}[{i}]", "", "," * (i < last))
            self.put("]" + after, path)
        else:
            try:
                self.put(before + _inline(value) + after, path)
            except TypeError as error:
                raise TypeError(f"{path}: {error}") from None

    def put(self, line: str, path: str) -> None:
        self.lines.append(line)
        self.paths.append(path)
