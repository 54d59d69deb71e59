"""XML read safely: no document type, hence no entities; no external files; libxml2's limits in force.

The prologue is read first, by expat, which stops at the root element.  Thus a document type is
refused, with its line, before any entity it declares could be expanded.
"""

from pathlib import Path
from xml.parsers import expat

from lxml import etree

from mazurka.errors import FormatError
from mazurka.formats import files


def read_xml(path: Path | str) -> etree._Element:
    """The root element; FormatError for a document type and for what is not well formed."""
    data = files.read_bytes(path)
    _refuse_document_type(str(path), data)
    parser = etree.XMLParser(
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise FormatError(
            str(path), f"this is not well-formed XML: {error.msg}", line=error.lineno, cure="correct the XML"
        ) from None
    # expat does not know every encoding that libxml2 knows, so it may have stopped too early.
    if root.getroottree().docinfo.internalDTD is not None:
        raise _document_type(str(path), None)
    return root


def local_name(element: etree._Element) -> str:
    """The name without its namespace: models come with several namespaces, or with none."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def line_of(element: etree._Element) -> int | None:
    """The line in which the element begins; beyond line 65,535 libxml2 may err by the length of a text."""
    line: object = element.sourceline
    return line if isinstance(line, int) else None


class _RootReached(Exception):
    pass


def _refuse_document_type(path: str, data: bytes) -> None:
    parser = expat.ParserCreate()

    def found(*_: object) -> None:
        raise _document_type(path, parser.CurrentLineNumber)

    def root(*_: object) -> None:
        raise _RootReached

    parser.StartDoctypeDeclHandler = found
    parser.StartElementHandler = root
    try:
        parser.Parse(data, True)
    except (_RootReached, expat.ExpatError, ValueError, LookupError):
        # What expat cannot read, malformed or in a rare encoding, libxml2 reads or complains of next.
        return


def _document_type(path: str, line: int | None) -> FormatError:
    return FormatError(
        path,
        "the file declares a document type (DOCTYPE), which may define entities",
        line=line,
        cure="PNML needs none: remove the declaration",
    )
