import { z } from "zod";
import { Refusal } from "../refusal";

/** A file of a form or a multipart body. */
export const FileSchema = z.file("Eine Datei auswählen.");

/** More than any form of ours has: the largest names the leads of a page. */
const MAX_FIELDS = 2_000;

/**
 * A word, or two with a dot between. What reads forms by their names takes brackets and dots for paths: a number in
 * brackets would become a list as long as the number, and a path of thousands of steps a call for each.
 */
const FIELD_NAME = /^[A-Za-z][\w-]{0,63}(?:\.[A-Za-z][\w-]{0,63})?$/;

/**
 * The form that a request brings.
 *
 * @throws Refusal 400 when its body can't be read as one or names a field that no form of ours has, 413 when it has
 * too many fields
 */
export async function readForm(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => {
    throw new Refusal(400, "Der Inhalt der Anfrage ist kein Formular.");
  });
  let count = 0;
  for (const name of form.keys()) {
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
  }
  return form;
}
