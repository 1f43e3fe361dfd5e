import { v7 as uuid } from "uuid";
import { z } from "zod";
import type { Db } from "~db/client";
import { foldText } from "~db/fold";
import { deleteView, findSavedViews, saveView } from "~db/queries/saved-views";
import type { Flash } from "../../http/flash.server";
import { viewQuery } from "./page-query";
import { MAX_VIEW_NAME_LENGTH, type SavedView } from "./saved-view";

const ViewNameSchema = z
  .string("Der Ansicht einen Namen geben.")
  .transform((text) => text.replace(/[\s\p{Cc}]+/gu, " ").trim())
  .pipe(
    z
      .string()
      .min(1, "Der Ansicht einen Namen geben.")
      .max(MAX_VIEW_NAME_LENGTH, `Der Name hat höchstens ${MAX_VIEW_NAME_LENGTH} Zeichen.`),
  );

export async function listSavedViews(db: Db): Promise<SavedView[]> {
  return (await findSavedViews(db)).map(({ id, name, query }) => ({ id, name, query }));
}

/**
 * Saves the list of an address under a name. A view of that name, however it is written, gets its filters.
 *
 * @returns whether there was one
 */
async function storeView(
  db: Db,
  name: string,
  searchParams: URLSearchParams,
  by: { actor: string; now: number },
): Promise<{ isReplaced: boolean }> {
  const nameKey = foldText(name);
  const isReplaced = (await findSavedViews(db)).some((view) => view.nameKey === nameKey);
  await saveView(db, {
    id: uuid(),
    name,
    nameKey,
    query: viewQuery(searchParams),
    createdAt: by.now,
    createdBy: by.actor,
  });
  return { isReplaced };
}

/**
 * Takes a view away.
 *
 * @returns its name; null when there is none of this id
 */
async function removeView(db: Db, id: string): Promise<string | null> {
  const view = (await findSavedViews(db)).find((saved) => saved.id === id);
  await deleteView(db, id);
  return view?.name ?? null;
}

/**
 * Does what the menu of the saved views asks for.
 *
 * @returns the sentence that reports it
 */
export async function runViewForm(
  db: Db,
  form: FormData,
  by: { actor: string; now: number },
): Promise<Flash> {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const deleteId = text("delete");
  if (deleteId !== "") {
    const name = await removeView(db, deleteId);
    return name === null
      ? { tone: "warn", text: "Diese Ansicht gibt es nicht mehr." }
      : { text: `Ansicht „${name}“ gelöscht.` };
  }
  const name = ViewNameSchema.safeParse(text("name"));
  if (!name.success) {
    const message = name.error.issues[0]?.message ?? "Der Ansicht einen Namen geben.";
    return { tone: "warn", text: `Ansicht nicht gespeichert: ${message}` };
  }
  const { isReplaced } = await storeView(db, name.data, new URLSearchParams(text("query")), by);
  return {
    text: isReplaced
      ? `Ansicht „${name.data}“ gab es schon; sie hat jetzt diese Filter.`
      : `Ansicht „${name.data}“ gespeichert.`,
  };
}
