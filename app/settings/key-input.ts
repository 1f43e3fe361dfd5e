import { z } from "zod";

export const MAX_KEY_LENGTH = 500;

/**
 * A key as people paste it: blanks and line breaks around and inside it are taken out, since no service has them in its
 * keys. What is left goes into a header, so it has to be printable ASCII.
 */
export const KeySchema = z
  .string("Den Schlüssel als Text angeben.")
  .overwrite((text) => text.replace(/\s+/g, ""))
  .min(1, "Einen Schlüssel eingeben.")
  .max(MAX_KEY_LENGTH, `Ein Schlüssel hat höchstens ${MAX_KEY_LENGTH} Zeichen.`)
  .refine((text) => /^[\x21-\x7e]*$/.test(text), {
    error: "Der Schlüssel enthält Zeichen, die in keinem Schlüssel vorkommen. Bitte neu kopieren.",
  });
