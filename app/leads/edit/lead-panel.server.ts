import { v7 as uuid } from "uuid";
import { z } from "zod";
import type { Db } from "~db/client";
import { findUndoableEvents } from "~db/queries/actions";
import { findFits } from "~db/queries/lead-fits";
import { findNeighbours } from "~db/queries/lead-list";
import { findNotes } from "~db/queries/lead-notes";
import { getLeadById } from "~db/queries/leads";
import { findMerged } from "~db/queries/merged-leads";
import { findKin } from "~db/queries/same-companies";
import { findPreferences, setPreference } from "~db/queries/user-preferences";
import { findActiveNames } from "~db/queries/users";
import { CHANNEL_NAMES, CHANNELS } from "~db/schema/leads";
import { formatDate } from "../../format/german";
import { isoTime, workdayIn } from "../../format/iso-time";
import { type PageForms, pageForm } from "../../http/form.server";
import { displayDomain } from "../../reading/companies/domain-key.server";
import { conflict, isRefusal } from "../../refusal";
import { getAssessment } from "../assessment/get-assessment.server";
import { adoptEvidence } from "../evidence/adopt-evidence.server";
import { showEvidence } from "../evidence/show-evidence.server";
import { getLeadWithEvents, missingLead } from "../get-lead.server";
import { FOLLOW_UP_DAYS, MANAGEMENT, newManagers, type ShownNote } from "../lead";
import { toLead } from "../lead-json.server";
import { orderOf, toListFilter } from "../list/find-leads.server";
import { toLeadView } from "../list/lead-view.server";
import { parsePageQuery } from "../list/parse-query.server";
import { partForm } from "../merge/merge-forms.server";
import { editAction } from "../store/change-lead.server";
import { type LeadFormValues, readLeadForm, toFormTexts, toPatch } from "./lead-form";
import { type LeadPatch, LeadPatchSchema } from "./lead-patch";
import { createLead, type PatchOptions, patchLead } from "./update-lead.server";

export type LeadPanel = NonNullable<Awaited<ReturnType<typeof loadLeadPanel>>>;

const FOLDS = ["details", "passages", "imprint", "evidence", "sources", "timeline"] as const;
export type FoldName = (typeof FOLDS)[number];

/** Parts of the panel that this person keeps open. */
async function findOpenFolds(db: Db, person: string): Promise<readonly FoldName[]> {
  const { panel } = await findPreferences(db, person);
  return z.array(z.enum(FOLDS)).safeParse(panel).data ?? [];
}

export async function loadLeadPanel(
  { db, timeZone }: { db: Db; timeZone: string },
  id: string,
  { searchParams, actor }: { searchParams: URLSearchParams; actor: string },
) {
  const found = await getLeadWithEvents(db, id);
  if (found === undefined) return undefined;
  const { row } = found;
  const { query } = parsePageQuery(searchParams);
  const filter = toListFilter(query, timeZone);
  // A lead that was given a later day keeps its place among the due ones.
  const days = found.lead.events.map(({ changes }) => Date.parse(String(changes.followUpAt?.from)));
  const { followUpBefore: end = 0 } = filter;
  const dueAt = [row.followUpAt ?? end, ...days].find((day) => day < end) ?? null;
  const [entries, names, assessment, open, around, folds, kin, merged] = await Promise.all([
    findNotes(db, row.seq),
    findActiveNames(db),
    getAssessment(db, row),
    findUndoableEvents(db, row.seq),
    findNeighbours(db, filter, orderOf(query), { ...row, followUpAt: dueAt }),
    findOpenFolds(db, actor),
    findKin(db, row),
    findMerged(db, row.seq),
  ]);
  const { events: rawEvents, sources, evidence, ...lead } = found.lead;
  const actions = new Map(open.map((entry) => [entry.id, entry.actionId]));
  const events = rawEvents.map((event) => ({ ...event, actionId: actions.get(event.id) }));
  const known = { assessment, events, sources, evidence: showEvidence(row, evidence) };
  const texts = toFormTexts(lead, timeZone);
  const fit = (await findFits(db, [row.seq])).get(row.seq);
  const view = toLeadView(lead, fit?.alike);
  const owners = [...new Set([actor, lead.owner ?? [], names].flat())];
  const notes = entries.map((note): ShownNote => {
    return { ...note, at: isoTime(note.at), isOwn: note.actor === actor };
  });
  const related = {
    kin: kin.map((one) => ({ ...one, domain: displayDomain(one.domain) })),
    merged: merged
      .filter(({ via }) => via === undefined)
      .map(({ id, domain }) => ({ id, domain: displayDomain(domain) })),
  };
  return { lead: view, notes, texts, owners, actor, folds, ...related, ...known, ...around };
}

const NoteSchema = z.object({
  note: LeadPatchSchema.shape.notes,
  channel: z.enum(CHANNELS).optional().catch(undefined),
});

/** A refused form returns the user's changes. */
export interface LeadFormReply {
  changed?: LeadFormValues;
  /** After a conflict: the stored values, which the user has now seen. */
  seen?: LeadFormValues;
  /** The note that was to be changed; empty for a new one. */
  noteId?: string;
}

export function leadForms(
  { db, timeZone }: { db: Db; timeZone: string },
  id: string,
  { actor, back }: { actor: string; back: string },
): PageForms<LeadFormReply> {
  const change = async (patch: LeadPatch, text: string, options: Partial<PatchOptions> = {}) => {
    const action = { id: uuid(), text, isUndo: 0 } as const;
    const by = { actor, now: Date.now(), timeZone, ...options };
    const lead = await patchLead(db, id, patch, text === "" ? by : { ...by, action });
    if (lead === undefined) throw await missingLead(db, id);
    if (text === "") return { back };
    const undo = lead.updatedAt === by.now ? { undo: { actionId: action.id } } : {};
    return { back, flash: { text: `${text}.`, ...undo } };
  };
  /** The error page shows what was typed, since this one has no form any more. */
  const requireLead = async () => {
    const row = await getLeadById(db, id);
    if (row === undefined) throw await missingLead(db, id);
    return row;
  };
  const save = pageForm({
    schema: z.object({}),
    hidden: ["seen"],
    async refused(form, error) {
      const { changed, seen } = readLeadForm(form);
      const row = await requireLead();
      const isStale = error?.status === 409;
      return { changed, seen: isStale ? toFormTexts(toLead(row, []), timeZone) : seen };
    },
    async run(_, { form }) {
      const { changed, seen } = readLeadForm(form);
      const text = Object.keys(changed).length === 0 ? "" : editAction(changed).text;
      const result = await change(toPatch(changed), text, { seen });
      return form.has("stay") ? { reply: {} } : result;
    },
  });
  const adopt = pageForm<z.ZodType<{ evidence: string }>, LeadFormReply>({
    schema: z.object({ evidence: z.string().catch("") }),
    refusedTo: () => ({ back }),
    async run({ evidence }) {
      await adoptEvidence(db, id, evidence, { actor, now: Date.now() });
      return { back };
    },
  });
  const note = (isGone: boolean) =>
    pageForm({
      schema: NoteSchema,
      field: "note",
      async refused(form) {
        await requireLead();
        return { noteId: String(form.get("intent")).split(":")[1] ?? "" };
      },
      async run({ note: typed = null, channel = null }, { argument }) {
        const entry = { id: argument || null, text: isGone ? null : typed, channel };
        const text = channel ? `Kontaktiert per ${CHANNEL_NAMES[channel]}` : "";
        return change({}, text, { note: entry });
      },
    });
  const mailed = pageForm({
    schema: z.object({ channel: z.enum(CHANNELS).catch("email") }),
    async run({ channel }, { argument }) {
      const note = { id: null, text: null, channel };
      const contacted = `Kontaktiert per ${CHANNEL_NAMES[channel]}`;
      if (argument === "contacted") return change({}, contacted, { note });
      const followUpAt = workdayIn(FOLLOW_UP_DAYS, timeZone);
      const text = `Wiedervorlage am ${formatDate(followUpAt, "UTC")}`;
      if (argument === "followUp") return change({ followUpAt }, text);
      return change({ followUpAt }, `${contacted}, ${text}`, { note });
    },
  });
  const manager = pageForm({
    schema: z.object({ manager: z.string().default("") }),
    async run({ manager: name }) {
      const row = await requireLead();
      const lead = toLead(row, []);
      const { management = [] } = lead.imprint ?? {};
      if (!management.includes(name)) throw conflict(`„${name}“ steht nicht mehr im Impressum.`);
      if (!newManagers(management, lead.contacts).includes(name)) return { back };
      const person = { name, title: MANAGEMENT, email: null, phone: null, profileUrl: null };
      const contacts = [...lead.contacts, person];
      const seen = toFormTexts(lead, timeZone);
      return change({ contacts }, `${name} als Person übernommen`, { seen });
    },
  });
  const fold = pageForm({
    schema: z.object({ isOpen: z.literal("1").optional() }),
    async run({ isOpen }, { argument }) {
      const open = await findOpenFolds(db, actor);
      const kept = FOLDS.filter((one) => (one === argument ? isOpen : open.includes(one)));
      await setPreference(db, actor, "panel", kept);
      return { back };
    },
  });
  const refute = pageForm({
    schema: z.object({}),
    run: (_, { argument }) =>
      argument === "adObjection"
        ? change({ adObjection: null }, "Widerspruch gegen Werbung verworfen")
        : change({ salesScore: null, salesReason: null }, "Bewertung verworfen"),
  });
  const notes = { note: note(false), "remove-note": note(true) };
  const part = partForm(db, id, { actor, back });
  return { ...notes, mailed, manager, refute, fold, details: save, adopt, part };
}

export function newLeadForm({ db, timeZone }: { db: Db; timeZone: string }, actor: string) {
  return pageForm({
    schema: z.object({ address: z.string().default(""), companyName: z.string().default("") }),
    async run({ address, companyName }) {
      const kind = address.includes("@") ? "email" : address.includes("/") ? "website" : "domain";
      const patch = toPatch({ [kind]: address.trim(), companyName });
      try {
        const { id } = await createLead(db, patch, { actor, now: Date.now(), timeZone });
        return { to: `/leadspeicher/${id}` };
      } catch (error) {
        if (!isRefusal(error, 409) || error.leadId === undefined) throw error;
        const isThere = (await getLeadById(db, error.leadId)) !== undefined;
        const to = `/leadspeicher/${isThere ? error.leadId : "papierkorb"}`;
        return { to, flash: { tone: "warn", text: error.message } };
      }
    },
  });
}
