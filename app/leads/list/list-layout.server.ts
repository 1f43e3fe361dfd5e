import { z } from "zod";
import type { Db } from "~db/client";
import { findPreferences, setPreference } from "~db/queries/user-preferences";
import { pageForm } from "../../http/form.server";
import { safePath } from "../../http/safe-redirect";
import {
  COLUMN_KEYS,
  COLUMN_WIDTHS,
  type ColumnKey,
  DEFAULT_COLUMNS,
  type ListLayout,
} from "./filters";

const UNKNOWN = "Diese Spalten gibt es nicht. Nichts wurde geändert.";
const END = 100;

const Key = z.enum(COLUMN_KEYS, UNKNOWN);
const Width = z.enum(COLUMN_WIDTHS, UNKNOWN);
const KeptSchema = z.object({ columns: z.array(z.tuple([Key, Width])), isRoomy: z.boolean() });
const FormSchema = z.object({
  column: z.array(Key, UNKNOWN).default([]),
  place: z.partialRecord(Key, z.coerce.number().positive().catch(END)).default({}),
  width: z.partialRecord(Key, Width).default({}),
  isRoomy: z.string().optional(),
});

export async function getListLayout(db: Db, person: string): Promise<ListLayout> {
  const { list } = await findPreferences(db, person);
  return KeptSchema.safeParse(list).data ?? { columns: DEFAULT_COLUMNS, isRoomy: false };
}

export function layoutForm(db: Db, actor: string) {
  const backOf = (form: FormData) => ({ back: safePath(form.get("back"), "/leadspeicher") });
  return pageForm({
    schema: FormSchema,
    refusedTo: backOf,
    async run({ column, place, width, isRoomy }, { form, argument }) {
      const before = (await getListLayout(db, actor)).columns.map(([key]) => key);
      /** A moved column takes exactly the typed place. */
      const order = (key: ColumnKey) => {
        const was = before.indexOf(key) + 1 || END;
        const now = place[key] ?? END;
        return now * 2 + Math.sign(now - was);
      };
      const columns = [...new Set(column)]
        .sort((a, b) => order(a) - order(b))
        .map((key) => [key, width[key] ?? "normal"]);
      const kept = argument === "save" ? { columns, isRoomy: isRoomy !== undefined } : null;
      await setPreference(db, actor, "list", kept);
      return backOf(form);
    },
  });
}
