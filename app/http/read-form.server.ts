import PQueue from "p-queue";
import { z } from "zod";
import { Refusal } from "../refusal";
import { normalizeText } from "../text/clean-text";

/** A file of a form or a multipart body. */
export const FileSchema = z.file("Eine Datei auswählen.");

/** More than any form of ours has: the largest names the leads of a page. */
const MAX_FIELDS = 2_000;

/**
 * A word, or two with a dot between. What reads forms by their names takes brackets and dots for paths: a number in
 * brackets would become a list as long as the number, and a path of thousands of steps a call for each.
 */
const FIELD_NAME = /^[A-Za-z][\w-]{0,63}(?:\.[A-Za-z][\w-]{0,63})?$/;

/** Fields that are left as they were typed, since every sign of them counts. */
const PASSWORDS = new Set(["password", "current", "next", "repeated"]);

/** Larger bodies are not read before it is their turn: what comes of them takes many times their size. */
const LARGE_BYTES = 1024 * 1024;
const large = new PQueue({ concurrency: 2 });

/**
 * Answers the form that a request brings, its texts normalized.
 *
 * @throws Refusal 400 when its body can't be read as one or names a field that no form of ours has, 413 when it has
 * too many fields
 */
export async function withForm<Answer>(
  request: Request,
  answer: (form: FormData) => Promise<Answer>,
): Promise<Answer> {
  const read = async () => answer(await readForm(request));
  const bytes = Number(request.headers.get("content-length") ?? Number.POSITIVE_INFINITY);
  const isLarge =
    request.headers.get("content-type")?.startsWith("multipart/") && bytes > LARGE_BYTES;
  return isLarge ? large.add(read) : read();
}

async function readForm(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => {
    throw new Refusal(400, "Der Inhalt der Anfrage ist kein Formular.");
  });
  const normalized = new FormData();
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
    normalized.append(name, isAsTyped ? value : normalizeText(value));
  }
  return normalized;
}
