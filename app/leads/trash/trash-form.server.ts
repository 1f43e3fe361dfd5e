import { z } from "zod";
import type { Db } from "~db/client";
import { formatCount } from "../../format/german";
import type { Flash } from "../../http/flash.server";
import { block } from "./block-list.server";
import {
  type DeletedSelection,
  eraseLeads,
  findTrashDomain,
  restoreDeletedLeads,
} from "./delete-leads.server";

const TrashFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("undo"), deletionId: z.string() }),
  z.object({ intent: z.literal("restore"), id: z.string() }),
  z.object({ intent: z.literal("erase"), id: z.string() }),
  z.object({ intent: z.literal("block"), id: z.string() }),
]);

const GONE: Flash = {
  tone: "warn",
  text: "Dieser Lead liegt nicht mehr im Papierkorb. Nichts wurde geändert.",
};

async function restore(
  db: Db,
  selection: DeletedSelection,
  by: { actor: string; now: number },
): Promise<Flash> {
  const { matched, changed } = await restoreDeletedLeads(db, selection, by);
  if (matched === 0) return GONE;
  const kept = matched - changed;
  const blocked =
    kept === 0
      ? ""
      : ` ${formatCount(kept, "Lead bleibt", "Leads bleiben")} dort: auf der Sperrliste.`;
  const tone = changed === 0 ? ("warn" as const) : ("info" as const);
  return { tone, text: `${formatCount(changed, "Lead", "Leads")} wiederhergestellt.${blocked}` };
}

/** Does what a button of the Papierkorb, or „Rückgängig“ in a message, asks for, and reports it. */
export async function runTrashForm(db: Db, form: FormData, actor: string): Promise<Flash> {
  const parsed = TrashFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) return GONE;
  const by = { actor, now: Date.now() };
  const { data } = parsed;
  switch (data.intent) {
    case "undo":
      return restore(db, { deletionId: data.deletionId }, by);
    case "restore":
      return restore(db, { ids: [data.id] }, by);
    case "erase": {
      const erased = await eraseLeads(db, [data.id]);
      return erased === 0 ? GONE : { text: "1 Lead endgültig gelöscht." };
    }
    case "block": {
      const domain = await findTrashDomain(db, data.id);
      if (domain === undefined) return GONE;
      return {
        text: `${await block(db, domain, by)} ist gesperrt und wird nie wieder gespeichert.`,
      };
    }
  }
}
