import { z } from "zod";
import type { Db } from "~db/client";
import { findPreferences, setPreference } from "~db/queries/user-preferences";
import { pageForm } from "../../http/form.server";
import { safePath } from "../../http/safe-redirect";
import { COLUMN_KEYS, type ColumnKey, DEFAULT_COLUMNS, type ListLayout } from "./filters";

const UNKNOWN = "Diese Spalten gibt es nicht. Nichts wurde geändert.";

const Key = z.enum(COLUMN_KEYS, UNKNOWN);
/** Older layouts keep a width beside each column. */
const KeptKey = z.union([Key, z.tuple([Key], z.string()).transform(([key]) => key)]);
const KeptSchema = z.object({ columns: z.array(KeptKey), isRoomy: z.boolean() });
const FormSchema = z.object({
  column: z.array(Key, UNKNOWN).default([]),
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
    async run({ column, isRoomy }, { form, argument }) {
      // A quick second press sends the order before the first.
      const { columns: stored } = await getListLayout(db, actor);
      const placeOf = (key: ColumnKey) =>
        stored.includes(key) ? stored.indexOf(key) : COLUMN_KEYS.length;
      const columns = [...new Set(column)].sort((a, b) => placeOf(a) - placeOf(b));
      const from = columns.findIndex((one) => argument.endsWith(`.${one}`));
      const moved = from < 0 ? [] : columns.splice(from, 1);
      const to = argument.startsWith("up.") ? from - 1 : from + 1;
      columns.splice(Math.max(0, to), 0, ...moved);
      const kept = argument === "reset" ? null : { columns, isRoomy: isRoomy !== undefined };
      await setPreference(db, actor, "list", kept);
      return backOf(form);
    },
  });
}
