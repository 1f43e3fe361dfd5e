import { z } from "zod";
import { MAX_TAG_LENGTH, normalizeTag } from "./tag";

const NO_TAG = "Einen Tag eingeben.";

/** No commas, since exports join tags by commas. */
export const TagSchema = z
  .string(NO_TAG)
  .transform(normalizeTag)
  .pipe(
    z
      // Form readers turn an empty text into undefined.
      .string(NO_TAG)
      .min(1, NO_TAG)
      .max(MAX_TAG_LENGTH, `Ein Tag hat höchstens ${MAX_TAG_LENGTH} Zeichen.`)
      .regex(/^[^,]*$/, "Ein Tag enthält kein Komma."),
  );
