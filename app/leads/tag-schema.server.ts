import { z } from "zod";
import { MAX_TAG_LENGTH, normalizeTag } from "./tag";

const NO_TAG = "Einen Tag eingeben.";

/** A tag as it is stored; without a comma, since an export joins tags by commas. */
export const TagSchema = z
  .string(NO_TAG)
  .transform(normalizeTag)
  .pipe(
    z
      // A form's reader takes a text that became empty for none.
      .string(NO_TAG)
      .min(1, NO_TAG)
      .max(MAX_TAG_LENGTH, `Ein Tag hat höchstens ${MAX_TAG_LENGTH} Zeichen.`)
      .regex(/^[^,]*$/, "Ein Tag enthält kein Komma."),
  );
