import { z } from "zod";

/** A file of a form or a multipart body. */
export const FileSchema = z.file("Eine Datei auswählen.");
