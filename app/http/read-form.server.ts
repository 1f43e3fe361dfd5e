import { randomUUID } from "node:crypto";
import { type FileHandle, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import busboy from "busboy";
import { z } from "zod";
import { Refusal, storeFault } from "../refusal";
import { normalizeText } from "../text/clean-text";

export const FileSchema = z.file("Eine Datei auswählen.");

/** The largest form names the leads of a page. */
const MAX_FIELDS = 2_000;
/** The second file is refused. */
const MAX_FILES = 2;

/** Form parsers treat brackets and dots as paths: large numbers or deep paths would cost memory or stack. */
const FIELD_NAME = /^[A-Za-z][\w-]{0,63}(?:\.[A-Za-z][\w-]{0,63})?$/;
const MAX_NAME = 200;

/** Passwords keep every character. */
const PASSWORDS = new Set(["password", "current", "next", "repeated"]);

/** Waits on disk instead of in memory. */
class UploadedFile extends File {
  readonly #handle: FileHandle;
  readonly #size: number;

  constructor(handle: FileHandle, size: number, name: string) {
    super([], name);
    this.#handle = handle;
    this.#size = size;
  }

  override get size(): number {
    return this.#size;
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = new Uint8Array(this.#size);
    await this.#handle.read(bytes, 0, this.#size, 0);
    return bytes.buffer;
  }
}

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
}

/** The temporary files are unlinked at once, so a crash leaves no copy. */
async function readMultipart(request: Request, handles: FileHandle[]): Promise<FormData> {
  const parts: [string, string | Promise<File>][] = [];
  const contents: Readable[] = [];
  const parser = busboy({
    headers: { "content-type": request.headers.get("content-type") ?? "" },
    defParamCharset: "utf8",
    preservePath: true,
    limits: {
      parts: MAX_FIELDS + 1,
      files: MAX_FILES,
      fieldSize: Number.POSITIVE_INFINITY,
      fieldNameSize: MAX_NAME,
    },
  });
  const keep = async (content: Readable, name: string): Promise<File> => {
    // The reader reports a truncated body.
    content.on("error", () => {});
    const path = join(tmpdir(), `leadspeicher-upload-${randomUUID()}`);
    const handle = await open(path, "wx+", 0o600);
    handles.push(handle);
    await rm(path);
    await writeFile(handle, content);
    return new UploadedFile(handle, (await handle.stat()).size, name);
  };
  parser.on("field", (name, value) => parts.push([name, value]));
  parser.on("file", (name, content, { filename }) => {
    contents.push(content);
    const file = keep(content, filename ?? "");
    // A full disk stops the reading.
    file.catch((error: Error) => parser.destroy(error));
    parts.push([name, file]);
  });
  try {
    if (request.body !== null) await pipeline(piecesOf(request.body), parser);
  } catch (error) {
    // The parser never ends a file after a broken part.
    for (const content of contents) content.destroy();
    throw error;
  } finally {
    await Promise.allSettled(parts.map(([, value]) => value));
  }
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, await value);
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

/**
 * Files are readable until the answer.
 * @throws Refusal 400 for an unreadable body or an unknown field, 413 for too many fields
 */
export async function withForm<Answer>(
  request: Request,
  answer: (form: FormData) => Promise<Answer>,
): Promise<Answer> {
  const handles: FileHandle[] = [];
  const isMultipart = request.headers.get("content-type")?.startsWith("multipart/") === true;
  try {
    const read = isMultipart ? readMultipart(request, handles) : request.formData();
    const form = await read.catch((error: unknown) => {
      throw storeFault(error) ?? new Refusal(400, "Der Inhalt der Anfrage ist kein Formular.");
    });
    return await answer(normalized(form));
  } finally {
    await Promise.all(handles.map((handle) => handle.close()));
  }
}
