import { v7 as uuid } from "uuid";
import { z } from "zod";
import type { Db } from "~db/client";
import { foldText } from "~db/fold";
import { countLeads } from "~db/queries/lead-list";
import { deleteView, findSavedViews, saveView, updateView } from "~db/queries/saved-views";
import { findPreferences, setPreference } from "~db/queries/user-preferences";
import { type PageForms, pageForm } from "../../http/form.server";
import { safePath } from "../../http/safe-redirect";
import { conflict } from "../../refusal";
import { TODAY } from "./filters";
import { toListFilter } from "./find-leads.server";
import type { LeadFilter } from "./lead-filter-schema";
import {
  filterParameters,
  filterQuery,
  MAX_VIEW_NAME_LENGTH,
  type View,
  viewAddress,
} from "./page-query";
import { parsePageQuery, viewQuery } from "./parse-query.server";

/** `since`: when the person's last visit ended. */
const BUILT_IN: [id: string, name: string, filter: (since: string, me: string) => LeadFilter][] = [
  ["alle", "Alle", () => ({})],
  ["meine", "Meine", (_, me) => ({ owner: [me] })],
  ["wiedervorlage", "Wiedervorlage fällig", () => ({ followUpDue: true })],
  ["heute-neu", "Heute neu", () => ({ createdFrom: TODAY })],
  ["seit-besuch", "Seit meinem letzten Besuch", (since) => ({ createdFrom: since })],
  ["nicht-kontaktiert", "Nicht kontaktiert", () => ({ contacted: false })],
  ["freigegeben", "Freigegeben", () => ({ approvedOnly: true })],
  ["ohne-email", "Ohne E-Mail", () => ({ hasEmail: false })],
  ["doppelt", "Vermutlich doppelt", () => ({ duplicate: true })],
];
const ALL = "alle";
const BY_FIT: View = { id: "passend", name: "Passend zuerst", query: "sort=fit", owner: null };

/** Visit ends are rounded down to this; a few leads already seen then show again. */
const QUARTER_MS = 900_000;
/** A longer gap begins a new visit. */
const VISIT_GAP_MS = 16 * QUARTER_MS;
const VisitSchema = z.object({ seenAt: z.number(), endedAt: z.number() });

/** Records the visit in the background. Returns the end of the previous one (milliseconds UTC). */
function recordVisit(db: Db, person: string, visit: unknown, now: number): number {
  const known = VisitSchema.safeParse(visit).data ?? { seenAt: 0, endedAt: now };
  const isNew = known.seenAt > 0 && now - known.seenAt > VISIT_GAP_MS;
  const endedAt = isNew ? known.seenAt : known.endedAt;
  if (now - known.seenAt > QUARTER_MS / 3)
    setPreference(db, person, "visit", { seenAt: now, endedAt }).catch(() => {});
  return Math.floor(endedAt / QUARTER_MS) * QUARTER_MS;
}

export async function listViews(db: Db, person: string, now: number) {
  const { visit, defaultView } = await findPreferences(db, person);
  const since = new Date(recordVisit(db, person, visit, now)).toISOString();
  const saved = await findSavedViews(db, person);
  const views: View[] = [
    ...saved.map(({ id, name, query, owner }) => {
      return { id, name, query, owner: owner === "" ? ("team" as const) : ("person" as const) };
    }),
    ...BUILT_IN.map(([id, name, filter]) => {
      return { id, name, query: filterQuery(filter(since, person)), owner: null };
    }),
  ];
  // The same leads as „Alle“, in another order.
  views.splice(saved.length + 1, 0, BY_FIT);
  return { views, defaultId: views.find(({ id }) => id === defaultView)?.id ?? ALL };
}

/** @returns null if the default view shows all leads */
export async function defaultAddress(db: Db, person: string): Promise<string | null> {
  const { views, defaultId } = await listViews(db, person, Date.now());
  const view = views.find(({ id }) => id === defaultId);
  return view === undefined || view.id === ALL ? null : viewAddress(view.query);
}

/** @returns tabs with counts (null for a text search), and the view of the query */
export async function findTabs(
  { db, timeZone }: { db: Db; timeZone: string },
  person: string,
  shown: string,
) {
  const { views, defaultId } = await listViews(db, person, Date.now());
  const tabs = [];
  for (const view of views) {
    const { query } = parsePageQuery(new URLSearchParams(view.query));
    const filter = toListFilter(query, timeZone);
    const count = query.q === undefined ? (await countLeads(db, filter)).count : null;
    tabs.push({ ...view, count });
  }
  const filtersOf = (query: string) => filterParameters(new URLSearchParams(query)).join("\n");
  const active =
    views.find(({ query }) => query === shown) ??
    views.find(({ query }) => filtersOf(query) === filtersOf(shown));
  return { tabs, active, defaultId };
}

const UNNAMED = "Ansicht nicht gespeichert: Der Ansicht einen Namen geben.";
const TOO_LONG = `Ansicht nicht gespeichert: Der Name hat höchstens ${MAX_VIEW_NAME_LENGTH} Zeichen.`;

const NameSchema = z.object({
  name: z
    .string(UNNAMED)
    .transform((text) => text.replace(/[\s\p{Cc}]+/gu, " ").trim())
    .pipe(z.string(UNNAMED).min(1, UNNAMED).max(MAX_VIEW_NAME_LENGTH, TOO_LONG)),
});
const ViewSchema = NameSchema.extend({
  query: z.string("Ein Text.").default(""),
  isForTeam: z.string().optional(),
});

/** All but `save` append the view's id: „rename:<id>“. */
export function viewForms(db: Db, actor: string): PageForms {
  const viewsOf = async (owner: string) =>
    (await findSavedViews(db, actor)).filter((view) => view.owner === owner);
  const getView = async (id: string) => {
    const view = (await findSavedViews(db, actor)).find((one) => one.id === id);
    if (view === undefined) throw conflict("Diese Ansicht gibt es nicht mehr.");
    return view;
  };
  const form = <Schema extends z.ZodType>(
    schema: Schema,
    act: (value: z.output<Schema>, id: string) => Promise<string | undefined>,
  ) => {
    const backOf = (sent: FormData) => ({ back: safePath(sent.get("back"), "/leadspeicher") });
    return pageForm({
      schema,
      refusedTo: backOf,
      async run(value, { form: sent, argument }) {
        const text = await act(value, argument);
        return { ...backOf(sent), flash: text === undefined ? undefined : { text } };
      },
    });
  };
  const move = (step: 1 | -1) =>
    form(z.object({}), async (_, id) => {
      const views = await viewsOf((await getView(id)).owner);
      const from = views.findIndex((view) => view.id === id);
      const [moved] = views.splice(from, 1);
      if (moved !== undefined) views.splice(Math.max(0, from + step), 0, moved);
      for (const [position, view] of views.entries()) await updateView(db, view.id, { position });
      return undefined;
    });
  return {
    save: form(ViewSchema, async ({ name, query, isForTeam }) => {
      const nameKey = foldText(name);
      const owner = isForTeam === undefined ? actor : "";
      const isReplaced = (await viewsOf(owner)).some((view) => view.nameKey === nameKey);
      const view = { name, nameKey, query: viewQuery(new URLSearchParams(query)) };
      await saveView(db, { id: uuid(), owner, ...view, createdAt: Date.now(), createdBy: actor });
      return isReplaced
        ? `Ansicht „${name}“ gab es schon; sie hat jetzt diese Filter.`
        : `Ansicht „${name}“ gespeichert.`;
    }),
    rename: form(NameSchema, async ({ name }, id) => {
      const nameKey = foldText(name);
      const others = await viewsOf((await getView(id)).owner);
      if (others.some((view) => view.nameKey === nameKey && view.id !== id))
        throw conflict(`Eine Ansicht „${name}“ gibt es schon.`);
      await updateView(db, id, { name, nameKey });
      return `Die Ansicht heißt jetzt „${name}“.`;
    }),
    left: move(-1),
    right: move(1),
    default: form(z.object({}), async (_, id) => {
      await setPreference(db, actor, "defaultView", id);
      return "Damit beginnt jetzt der Leadspeicher.";
    }),
    delete: form(z.object({}), async (_, id) => {
      const { name } = await getView(id);
      await deleteView(db, id);
      return `Ansicht „${name}“ gelöscht.`;
    }),
  };
}
