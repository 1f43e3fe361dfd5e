import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import yazl from "yazl";
import { FEDERAL_STATE_NAMES } from "../../../app/reading/places/federal-states";

export type Item = Readonly<Record<string, string | number | null>>;

/** A file of an export: XML elements of one kind, or any bytes. */
export interface ExportFile {
  root: string;
  element: string;
  items: Iterable<Item>;
}

type Encoding = "utf16le" | "utf8";

const escaped = (value: string | number) =>
  String(value).replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function* xmlOf({ root, element, items }: ExportFile, encoding: Encoding): Generator<Buffer> {
  const mark = encoding === "utf16le" ? "\uFEFF" : "";
  let text = `${mark}<?xml version="1.0" encoding="${encoding === "utf8" ? "utf-8" : "utf-16"}"?>\r\n<${root}>\r\n`;
  for (const item of items) {
    const fields = Object.entries(item).map(([name, value]) =>
      value === null ? "" : `    <${name}>${escaped(value)}</${name}>\r\n`,
    );
    text += `  <${element}>\r\n${fields.join("")}  </${element}>\r\n`;
    if (text.length < 60_000) continue;
    yield Buffer.from(text, encoding);
    text = "";
  }
  yield Buffer.from(`${text}</${root}>`, encoding);
}

/** Writes an export as the register publishes it: a ZIP of XML files. */
export async function writeExport(
  path: string,
  files: Readonly<Record<string, ExportFile | Buffer>>,
  { encoding = "utf16le", isZip64 = false }: { encoding?: Encoding; isZip64?: boolean } = {},
): Promise<void> {
  const zip = new yazl.ZipFile();
  for (const [name, file] of Object.entries(files)) {
    const bytes = Buffer.isBuffer(file) ? [file] : xmlOf(file, encoding);
    zip.addReadStream(Readable.from(bytes, { objectMode: false }), name, {
      forceZip64Format: isZip64,
    });
  }
  zip.end({ forceZip64Format: isZip64, comment: "" });
  await pipeline(zip.outputStream, createWriteStream(path));
}

/** Catalog value of the first federal state, by name. */
export const FIRST_STATE = 1400;
const ORGANISATION = 518;
const PERSON = 517;

/** What the numbers below stand for, with a few of the thousands that the register has. */
export const CATALOG: ExportFile = {
  root: "Katalogwerte",
  element: "Katalogwert",
  items: [
    { Id: 84, Wert: "Deutschland", KatalogKategorieId: 11 },
    { Id: 206, Wert: "Österreich", KatalogKategorieId: 11 },
    {
      Id: PERSON,
      Wert: "Natürliche Person oder Organisation mit Personenbezug",
      KatalogKategorieId: 80,
    },
    {
      Id: ORGANISATION,
      Wert: "Organisation (Unternehmen, juristische Person …)",
      KatalogKategorieId: 80,
    },
    { Id: 899, Wert: "Gesellschaft mit beschränkter Haftung (GmbH)", KatalogKategorieId: 83 },
    ...FEDERAL_STATE_NAMES.map((Wert, index) => ({
      Id: FIRST_STATE + index,
      Wert,
      KatalogKategorieId: 101,
    })),
  ],
};

/** An organisation of an export. */
export function organisation(number: string, name: string, more: Item = {}): Item {
  return {
    MastrNummer: number,
    DatumLetzteAktualisierung: "2026-05-04T09:12:33.1234567",
    Personenart: ORGANISATION,
    Firmenname: name,
    Marktfunktion: 3,
    Rechtsform: 899,
    Land: 84,
    Strasse: "Am Umspannwerk",
    Hausnummer: "7",
    Hausnummer_nv: 0,
    ...more,
  };
}

/** Natural persons have neither name nor street in an export. */
export function person(number: string): Item {
  return {
    MastrNummer: number,
    DatumLetzteAktualisierung: "2024-01-17T18:00:00",
    Personenart: PERSON,
    Marktfunktion: 2,
    Land: 84,
    Postleitzahl: "80331",
    Ort: "München",
    Bundesland: FIRST_STATE + 1,
    Webseite_nv: 0,
  };
}
