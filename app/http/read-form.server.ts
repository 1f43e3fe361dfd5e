import { pipeline } from "node:stream/promises";
import busboy from "busboy";
import { z } from "zod";
import { Refusal } from "../refusal";
import { normalizeText } from "../text/clean-text";

export const FileSchema = z.file("Eine Datei auswählen.");

/** The largest form lists the leads of a page. */
const MAX_FIELDS = 2_000;

/** Form parsers read brackets and dots as paths: large indexes cost memory, deep paths cost stack. */
const FIELD_NAME = /^[A-Za-z][\w-]{0,63}(?:\.[A-Za-z][\w-]{0,63})?$/;
const MAX_NAME = 200;

/** Passwords keep every character. */
export const PASSWORDS = new Set(["password", "current", "next", "repeated"]);

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
}

/** `Request.formData()` rejects many clients' uploads and blocks the event loop while it parses. */
async function readMultipart(request: Request): Promise<FormData> {
  const form = new FormData();
  const parser = busboy({
    headers: { "content-type": request.headers.get("content-type") ?? "" },
    defParamCharset: "utf8",
    preservePath: true,
    limits: {
      parts: MAX_FIELDS + 1,
      // The schema refuses a second file; busboy would drop it silently.
      files: 2,
      fieldSize: Number.POSITIVE_INFINITY,
      fieldNameSize: MAX_NAME,
    },
  });
  parser.on("field", (name, value) => form.append(name, value));
  parser.on("file", (name, content, { filename }) => {
    const pieces: Buffer<ArrayBuffer>[] = [];
    content.on("data", (piece) => pieces.push(piece));
    content.on("end", () => form.append(name, new File(pieces, filename ?? "")));
    // The parser emits it too.
    content.on("error", () => {});
  });
  if (request.body !== null) await pipeline(piecesOf(request.body), parser);
  return form;
}

function normalized(form: FormData): FormData {
  const fields = new FormData();
  let count = 0;
  for (const [name, value] of form) {
    count += 1;
    if (count > MAX_FIELDS) {
      throw new Refusal(413, "Das Formular hat mehr als 2.000 Felder. Weniger auswählen.");
    }
    if (!FIELD_NAME.test(name)) {
      throw new Refusal(
        400,
        "Das Formular hat ein Feld, das es hier nicht gibt. Die Seite neu laden und den Schritt wiederholen.",
      );
    }
    const isAsTyped = typeof value !== "string" || PASSWORDS.has(name);
    fields.append(name, isAsTyped ? value : normalizeText(value));
  }
  return fields;
}

/** @throws Refusal 400 for an unreadable body or an unknown field, 413 for too many fields */
export async function readForm(request: Request): Promise<FormData> {
  const isMultipart = request.headers.get("content-type")?.startsWith("multipart/") === true;
  const form = await (isMultipart ? readMultipart(request) : request.formData()).catch(() => {
    throw new Refusal(400, "Der Inhalt der Anfrage ist kein Formular.");
  });
  return normalized(form);
}
