import { v7 as uuid } from "uuid";
import { z } from "zod";
import type { Db } from "~db/client";
import { foldText } from "~db/fold";
import { deleteView, findSavedViews, saveView } from "~db/queries/saved-views";
import { type PageForms, pageForm } from "../../http/form.server";
import { safePath } from "../../http/safe-redirect";
import { conflict } from "../../refusal";
import { MAX_VIEW_NAME_LENGTH, type SavedView } from "./page-query";
import { viewQuery } from "./parse-query.server";

const UNNAMED = "Ansicht nicht gespeichert: Der Ansicht einen Namen geben.";
const TOO_LONG = `Ansicht nicht gespeichert: Der Name hat höchstens ${MAX_VIEW_NAME_LENGTH} Zeichen.`;

const ViewSchema = z.object({
  name: z
    .string(UNNAMED)
    .transform((text) => text.replace(/[\s\p{Cc}]+/gu, " ").trim())
    .pipe(z.string(UNNAMED).min(1, UNNAMED).max(MAX_VIEW_NAME_LENGTH, TOO_LONG)),
  query: z.string("Ein Text.").default(""),
});

export async function listSavedViews(db: Db): Promise<SavedView[]> {
  return (await findSavedViews(db)).map(({ id, name, query }) => ({ id, name, query }));
}

/** The forms of the menu of saved views; `delete` names its view behind the colon. */
export function viewForms(db: Db, actor: string): PageForms {
  const backOf = (form: FormData) => ({ back: safePath(form.get("back"), "/leadspeicher") });
  return {
    save: pageForm({
      schema: ViewSchema,
      refusedTo: backOf,
      async run({ name, query }, { form }) {
        const nameKey = foldText(name);
        const isReplaced = (await findSavedViews(db)).some((view) => view.nameKey === nameKey);
        await saveView(db, {
          id: uuid(),
          name,
          nameKey,
          query: viewQuery(new URLSearchParams(query)),
          createdAt: Date.now(),
          createdBy: actor,
        });
        const text = isReplaced
          ? `Ansicht „${name}“ gab es schon; sie hat jetzt diese Filter.`
          : `Ansicht „${name}“ gespeichert.`;
        return { ...backOf(form), flash: { text } };
      },
    }),
    delete: pageForm({
      schema: z.object({}),
      refusedTo: backOf,
      async run(_, { form, argument }) {
        const view = (await findSavedViews(db)).find(({ id }) => id === argument);
        if (view === undefined) throw conflict("Diese Ansicht gibt es nicht mehr.");
        await deleteView(db, view.id);
        return { ...backOf(form), flash: { text: `Ansicht „${view.name}“ gelöscht.` } };
      },
    }),
  };
}
