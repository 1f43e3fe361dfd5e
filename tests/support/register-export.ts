import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import yazl from "yazl";
import { FEDERAL_STATE_NAMES } from "../../app/reading/places/federal-states";
import { createRandom } from "../../scripts/demo-providers/world/seeded-random";

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

const FIRST_STATE = 1400;
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

const TOWNS = ["Ahrendorf", "Birkstadt", "Eichenau", "Falkenberg", "Ilmtal", "Marienfelde"];
const KINDS = ["Stadtwerke", "Netz", "Energie", "Windpark", "Solar", "Bioenergie"];

/** Invented actors, of whom one in sixteen is an organisation, as in the register. */
function* actors(from: number, to: number): Generator<Item> {
  const random = createRandom(`register ${from}`);
  for (let at = from; at < to; at += 1) {
    const number = String(900_000_000_000 + at);
    if (at % 16 > 0) {
      yield person(`ABR${number}`);
      continue;
    }
    const [town, kind] = [random.pick(TOWNS), random.pick(KINDS)];
    yield organisation(`SNB${number}`, `${kind} ${town} ${at} GmbH`, {
      Marktfunktion: random.pick([1, 2, 2, 2, 3, 8, 9]),
      Postleitzahl: String(random.integer(10_000, 99_999)),
      Ort: town,
      Bundesland: FIRST_STATE + random.integer(0, 15),
      Email: `info@${kind.toLowerCase()}-${at}.example`,
      Telefon: `+49 30 ${random.integer(100_000, 999_999)}`,
      Webseite: `www.${kind.toLowerCase()}-${at}.example`,
      Direktvermarktungsunternehmen: at % 64 === 0 ? 1 : 0,
    });
  }
}

const PER_FILE = 100_000;

/** Writes an export with so many invented actors. */
export async function writeInventedExport(path: string, count: number): Promise<void> {
  const files: Record<string, ExportFile> = { "Katalogwerte.xml": CATALOG };
  for (let from = 0, file = 1; from < count; from += PER_FILE, file += 1) {
    files[`Marktakteure_${file}.xml`] = {
      root: "Marktakteure",
      element: "Marktakteur",
      items: actors(from, Math.min(from + PER_FILE, count)),
    };
  }
  files["MarktakteureUndRollen.xml"] = {
    root: "MarktakteureUndRollen",
    element: "MarktakteurUndRolle",
    items: (function* () {
      for (let at = 0; at < count; at += 160) {
        const MarktakteurMastrNummer = `SNB${900_000_000_000 + at}`;
        yield {
          MastrNummer: `MSB${at}`,
          MarktakteurMastrNummer,
          Marktrolle: "Messstellenbetreiber",
        };
      }
    })(),
  };
  await writeExport(path, files);
}
