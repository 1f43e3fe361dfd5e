import { expect, it } from "vitest";
import { decodeText } from "./decode-text.server";

const OLD_GERMAN = Buffer.from([0x3c, 0x70, 0x3e, 0x80, 0x20, 0x84, 0xfc, 0x93]);

it.each<[string, Buffer, string, string]>([
  ["what the header says", Buffer.from([0xa4]), "iso-8859-15", "€"],
  ["a header in capitals", Buffer.from([0xa4]), "ISO-8859-15", "€"],
  [
    "its own meta",
    Buffer.from('<meta charset="iso-8859-15">\u00a4', "latin1"),
    "",
    '<meta charset="iso-8859-15">€',
  ],
  [
    "its own meta, the old way",
    Buffer.from(
      '<META http-equiv="Content-Type" content="text/html; charset=windows-1252">\u0080',
      "latin1",
    ),
    "",
    '<META http-equiv="Content-Type" content="text/html; charset=windows-1252">€',
  ],
  ["its mark before all else", Buffer.from("\ufeffü"), "iso-8859-1", "ü"],
  ["its mark of UTF-16", Buffer.from("\ufeffü", "utf16le"), "", "ü"],
  ["UTF-8 where it is that", Buffer.from("Grüße – €"), "", "Grüße – €"],
  ["windows-1252 otherwise", OLD_GERMAN, "", "<p>€ „ü“"],
  ["latin-1 as browsers take it", OLD_GERMAN, "iso-8859-1", "<p>€ „ü“"],
  ["the next best for a charset that nobody knows", Buffer.from("ü"), "x-1", "ü"],
  [
    "UTF-8 for a meta that can't be true",
    Buffer.from('<meta charset="utf-16">ü'),
    "",
    '<meta charset="utf-16">ü',
  ],
  ["what its bytes are under a label of latin-1", Buffer.from("Grüße"), "iso-8859-1", "Grüße"],
  ["what its bytes are under a label of UTF-8", OLD_GERMAN, "utf-8", "<p>€ „ü“"],
  [
    "each part of a mixed page",
    Buffer.concat([Buffer.from("Größe, Öl, "), Buffer.from("Müller", "latin1")]),
    "utf-8",
    "Größe, Öl, Müller",
  ],
  [
    "each part of a page that is mostly windows-1252",
    Buffer.concat([Buffer.from("Müller "), Buffer.from("Größe, Öl, Äh", "latin1")]),
    "windows-1252",
    "Müller Größe, Öl, Äh",
  ],
  [
    "its meta where a header of UTF-8 is wrong",
    Buffer.from('<meta charset="koi8-r">\xc1', "latin1"),
    "utf-8",
    '<meta charset="koi8-r">а',
  ],
])("reads a page by %s", (_, bytes, charset, text) => {
  expect(decodeText(bytes, charset)).toBe(text);
});
