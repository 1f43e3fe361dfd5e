import { basename } from "node:path";
import { crc32 } from "node:zlib";
import { SaxesParser } from "saxes";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { invalid, isRefusal } from "../refusal";
import type { Catalogs, XmlItem } from "./market-actor.server";

/** The files read from an export, in this order. Each may be split: „Marktakteure_2.xml“. */
const KINDS = [
  "Katalogwerte",
  "Marktfunktionen",
  "Marktrollen",
  "Marktakteure",
  "GeloeschteUndDeaktivierteMarktakteure",
  "MarktakteureUndRollen",
] as const;
const CATALOGS: readonly string[] = KINDS.slice(0, 3);
const NEEDED = ["Marktakteure", "Katalogwerte"];
/** Meanings of the codes from 1, which not every export contains. */
const FUNCTIONS =
  "Stromnetzbetreiber;Anlagenbetreiber;Akteur im Strommarkt;Organisierter Marktplatz;Behörde, Verband, Institution;Sonstiger Marktakteur;Bundesnetzagentur;Gasnetzbetreiber;Akteur im Gasmarkt;Supportpartner";

interface ExportPart {
  kind: (typeof KINDS)[number];
  entry: Entry;
}

export interface RegisterExportFile {
  zip: ZipFile;
  catalogs: Catalogs;
  parts: readonly ExportPart[];
}

function fault(sentence: string) {
  return invalid("file", `${sentence} Den Gesamtdatenexport noch einmal herunterladen.`);
}

/**
 * Opens an export and reads its directory and catalogs. The caller closes `zip`.
 *
 * @throws Refusal when it is not a complete ZIP file, or not an export of the register
 */
export async function openExport(path: string): Promise<RegisterExportFile> {
  const zip = await openPromise(path, { autoClose: false }).catch(() => {
    throw fault("Die Datei ist keine ZIP-Datei oder unvollständig.");
  });
  try {
    const parts: ExportPart[] = [];
    for await (const entry of zip.eachEntry()) {
      const name = basename(entry.fileName).replace(/(?:_\d+)?\.xml$/i, "");
      const kind = KINDS.find((known) => known === name);
      if (kind !== undefined) parts.push({ kind, entry });
    }
    const missing = NEEDED.find((kind) => parts.every((part) => part.kind !== kind));
    if (missing !== undefined) throw fault(`In der ZIP-Datei fehlt „${missing}“.`);
    parts.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
    const catalogs = new Map(
      FUNCTIONS.split(";").map((word, index) => [`Marktfunktionen ${index + 1}`, word]),
    );
    for (const part of parts.filter(({ kind }) => CATALOGS.includes(kind))) {
      for await (const { items } of readItems(zip, part)) {
        for (const item of items) {
          const word = item.get("Wert") ?? item.get("Name");
          if (word !== undefined) catalogs.set(`${part.kind} ${item.get("Id")}`, word.trim());
        }
      }
    }
    return { zip, catalogs, parts: parts.filter(({ kind }) => !CATALOGS.includes(kind)) };
  } catch (error) {
    zip.close();
    throw isRefusal(error) ? error : fault("Das Inhaltsverzeichnis der ZIP-Datei ist beschädigt.");
  }
}

/**
 * Reads only the beginning, since a page waits for it.
 *
 * @throws Refusal when the export can't be read
 */
export async function checkExport(path: string): Promise<void> {
  const { zip, parts } = await openExport(path);
  try {
    for (const part of parts.slice(0, 1)) await readItems(zip, part).next();
  } finally {
    zip.close();
  }
}

/** Detects an XML file's encoding by its first bytes. The register's own files are UTF-16. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff || second === 0) return "utf-16le";
  return first === 0xfe || first === 0 ? "utf-16be" : "utf-8";
}

/**
 * Streams the elements of a file, so that its size does not matter.
 *
 * @returns for each chunk, the elements that it completes and its bytes
 * @throws Refusal when the file is damaged, or has other contents than its name says
 */
export async function* readItems(
  zip: ZipFile,
  { kind, entry }: ExportPart,
): AsyncGenerator<{ items: XmlItem[]; bytes: number }> {
  const parser = new SaxesParser();
  let items: XmlItem[] = [];
  let item = new Map<string, string>();
  let depth = 0;
  let field = "";
  parser.on("opentag", ({ name }) => {
    depth += 1;
    field = name;
    if (depth === 1 && kind === "Marktakteure" && name !== kind) throw new Error(`root ${name}`);
  });
  parser.on("text", (text) => {
    if (depth === 3) item.set(field, (item.get(field) ?? "") + text);
  });
  parser.on("closetag", () => {
    depth -= 1;
    if (depth !== 1) return;
    items.push(item);
    item = new Map();
  });
  try {
    let decoder: TextDecoder | undefined;
    let sum = 0;
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      const bytes: Buffer = chunk;
      decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
      sum = crc32(bytes, sum);
      parser.write(decoder.decode(bytes, { stream: true }));
      yield { items, bytes: bytes.length };
      items = [];
    }
    parser.write(decoder?.decode() ?? "").close();
    if (sum !== entry.crc32) throw new Error("checksum");
  } catch {
    const name = basename(entry.fileName);
    throw fault(`„${name}“ in der ZIP-Datei ist beschädigt oder hat einen anderen Inhalt.`);
  }
}
