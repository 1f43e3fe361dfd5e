import type { Db } from "~db/client";
import { findImports, getImport, type ImportEntry } from "~db/queries/imports";
import { countSkipped } from "~db/queries/job-results";
import { parseContacts, parseList } from "~db/queries/leads";
import type { JobStatus } from "~db/schema";
import { PLAIN_TEXTS } from "~db/schema/lead-fields";
import { formatCount, formatDate } from "../format/german";
import { isoTime } from "../format/iso-time";
import { findJob } from "../jobs/find-jobs.server";
import { ADDRESS_FIELDS, CONTACT_FIELDS, FIELD_NAMES, markedText } from "../leads/lead";
import { emailText, phoneText } from "../leads/list/lead-view.server";
import { previewLeads } from "../leads/store/store-companies.server";
import { displayDomain } from "../reading/companies/domain-key.server";
import { addressLine } from "../reading/places/address-line";
import { untakenReason } from "../reading/tables/column-values.server";
import { type FileTable, IMPORT_FIELDS, type Mapping } from "../reading/tables/fields";
import { headerChoices, headerLine, tablesOf } from "../reading/tables/to-table.server";
import { choiceKey, loadImport, withImportFile, withTag } from "./imports.server";
import {
  countRows,
  importUnavailableReason,
  isOfClass,
  listNotes,
  previewImport,
  type RowPreview,
} from "./preview-import.server";
import type { RowClass, RowOutcome } from "./row-classes";
import { findOpenUndos } from "./undo-import.server";

const SAMPLES = 3;
const SAMPLED_ROWS = 1_000;
const MAX_SAMPLE = 80;
const PREVIEW_ROWS = 8;
const MAX_SHOWN = 50;

type ImportState = JobStatus | "draft" | "undoing" | "undone";

type Undoing = ReadonlyMap<string, string>;

function toImportView(entry: ImportEntry, undoing: Undoing) {
  const { fresh, stored, undoneAt } = entry;
  const started = entry.jobId === null ? "draft" : (entry.status ?? "draft");
  const now = undoing.has(entry.id) ? "undoing" : started;
  const state: ImportState = undoneAt === null ? now : "undone";
  return {
    id: entry.id,
    jobId: entry.jobId,
    fileName: entry.fileName,
    createdAt: isoTime(entry.createdAt),
    state,
    undoneAt: isoTime(undoneAt),
    fresh: fresh ?? 0,
    known: (stored ?? 0) - (fresh ?? 0),
  };
}

export type ImportView = ReturnType<typeof toImportView>;

export async function findRecentImports(db: Db, limit: number): Promise<ImportView[]> {
  const [entries, undoing] = await Promise.all([findImports(db, limit), findOpenUndos(db)]);
  return entries.map((entry) => toImportView(entry, undoing));
}

function columnViews(table: FileTable, mapping: Mapping) {
  const { header, rows } = table;
  const first = rows.slice(0, SAMPLED_ROWS);
  const valuesOf = (column: number) =>
    first.flatMap((row) => row[column]?.slice(0, MAX_SAMPLE) || []);
  return header.map((name, column) => ({
    name,
    samples: valuesOf(column).slice(0, SAMPLES),
    hint: untakenReason(table, mapping, column),
  }));
}

/** Fields that have no column of their own in the preview. */
const FURTHER_FIELDS = ["companyType", "salesScore", ...PLAIN_TEXTS] as const;

const FATES: Partial<Record<RowOutcome, string>> = {
  fresh: "wird ein neuer Lead",
  duplicate: "gehört zur ersten Zeile mit dieser Domain",
  in_trash: "bleibt im Papierkorb",
};

/** Which fields of a known lead a row fills, and which keep another value. */
function fillText(filled: readonly string[], kept: readonly string[]): string {
  const names: Record<string, string> = FIELD_NAMES;
  const namesOf = (fields: readonly string[]) => {
    const all = fields.flatMap((field) => {
      if (ADDRESS_FIELDS.some((part) => part === field)) return FIELD_NAMES.address;
      if (CONTACT_FIELDS.some((part) => part === field)) return FIELD_NAMES.contacts;
      // Beside the first address or number.
      return field === "emails" || field === "phones" ? [] : (names[field] ?? []);
    });
    return [...new Set(all)];
  };
  const news = namesOf(filled);
  const others = namesOf(kept).filter((name) => !news.includes(name));
  const text = news.length === 0 ? "nichts zu ergänzen" : `ergänzt: ${news.join(", ")}`;
  return others.length === 0 ? text : `${text}; behält: ${others.join(", ")}`;
}

async function previewRows(
  db: Db,
  shown: readonly RowPreview[],
  rows: readonly RowPreview[],
  tag: string | null,
) {
  const doubles = rows.filter(({ outcome }) => outcome === "duplicate");
  const read = shown.flatMap(({ domain, outcome, company }) => {
    if (company === null) return [];
    // Further rows of a company fill its lead, too.
    const others = doubles.filter((row) => outcome !== "duplicate" && row.domain === domain);
    const companies = [company, ...others.flatMap((row) => row.company ?? [])];
    const [first = company, ...further] = companies.map((one) => withTag(one, tag));
    return { company: first, duplicates: further, domain: domain ?? "" };
  });
  const leads = await previewLeads(db, read, "import");
  return shown.map(({ line, outcome, domain, cells, company, messages }) => {
    const { lead, tags = [], filled = [], kept = [] } = (company && leads.shift()) ?? {};
    const { street = null, postalCode = null, city = null, owner, followUpAt } = lead ?? {};
    const address = [lead?.address, addressLine({ street, postalCode, city }), lead?.federalState];
    const others = parseList(lead?.emails ?? "[]").filter((email) => email !== lead?.email);
    const emails = others.map((email) => emailText(email, domain)?.display ?? email).join(", ");
    const onlyNew = outcome === "fresh" ? company?.listed : null;
    const day = followUpAt ? formatDate(isoTime(followUpAt), "UTC") : null;
    return {
      line,
      outcome,
      companyName: (lead ? lead.companyName : cells.find((cell) => cell !== "")) ?? null,
      domain: domain && displayDomain(domain),
      email: emailText(lead?.email ?? null, domain),
      phone: phoneText(lead?.phone ?? null),
      address: [...new Set(address)].flatMap((text) => text ?? []),
      persons: parseContacts(lead?.contacts).map(({ name, title, email, phone }) => {
        const [address, number] = [emailText(email, domain), phoneText(phone)];
        const parts = [name, title, address && markedText(address), number?.display];
        return parts.filter(Boolean).join(", ");
      }),
      texts: [
        emails && `${IMPORT_FIELDS.emails}: ${emails}`,
        lead?.notes,
        lead?.salesReason,
      ].flatMap((text) => text || []),
      fate:
        outcome === "known" ? fillText(filled, kept) : (FATES[outcome] ?? "wird nicht gespeichert"),
      badges: [
        ...tags,
        ...FURTHER_FIELDS.flatMap((field) => {
          const value = lead?.[field] ?? null;
          return value === null ? [] : `${FIELD_NAMES[field]}: ${value}`;
        }),
        ...(onlyNew && onlyNew.topics.length > 0
          ? [`${FIELD_NAMES.topics}: ${onlyNew.topics.join(", ")}`]
          : []),
        ...(onlyNew?.isApproved ? ["freigegeben"] : []),
        ...(owner ? [`${FIELD_NAMES.owner}: ${owner}`] : []),
        ...(day ? [`${FIELD_NAMES.followUpAt}: ${day}`] : []),
      ],
      messages,
    };
  });
}

export async function dryRunReport(db: Db, file: File) {
  return withImportFile(file, async ({ table, mapping }) => {
    const rows = await previewImport(db, table, mapping);
    const messagesOf = (rowClass: RowClass) => {
      const some = rows.filter((row) => isOfClass(row, rowClass)).slice(0, MAX_SHOWN);
      return some.map(({ line, messages }) => ({ line, messages }));
    };
    const { in_trash: deleted, no_domain, platform, ...counts } = countRows(rows);
    return {
      ...counts,
      deleted,
      withoutDomain: no_domain + platform,
      notes: listNotes(rows),
      mapping: table.header.map((column, index) => ({ column, field: mapping[index] ?? null })),
      faults: messagesOf("faulty"),
      left: messagesOf("dropped"),
    };
  });
}

/** @param rowClass which rows to show; null for the first of all */
async function draftOf(db: Db, id: string, rowClass: RowClass | null) {
  const loaded = await loadImport(db, id);
  if (loaded === undefined || loaded.table.header.length === 0) return null;
  const { table, mapping, tag } = loaded;
  const rows = await previewImport(db, table, mapping);
  const counts = countRows(rows);
  const ofClass = rowClass === null ? rows : rows.filter((row) => isOfClass(row, rowClass));
  const shown = ofClass.slice(0, rowClass === null ? PREVIEW_ROWS : MAX_SHOWN);
  const dryRun = {
    counts,
    rowClass,
    key: choiceKey(loaded),
    preview: await previewRows(db, shown, rows, tag),
    notes: listNotes(rows),
    obstacle: importUnavailableReason(mapping, counts),
  };
  return {
    columns: columnViews(table, mapping),
    mapping,
    tag,
    note: table.note ?? null,
    places: placesOf(table),
    dryRun,
  };
}

/** Where the table stands in the file: the sheet, if there are several tables, and the header. */
function placesOf(table: FileTable) {
  const sheets = tablesOf(table).flatMap(({ sheet, rows }) => {
    const label = `${sheet?.name}, ${formatCount(rows.length, "Zeile", "Zeilen")}`;
    return sheet ? { value: String(sheet.position), label } : [];
  });
  const headers = headerChoices(table).map(({ line, cells }) => {
    const text = cells.filter((cell) => cell !== "").join(" · ");
    return { value: String(line), label: `Zeile ${line}: ${text.slice(0, MAX_SAMPLE)}` };
  });
  const header = {
    ...{ id: "kopfzeile", intent: "header", label: "Kopfzeile", button: "Als Kopfzeile verwenden" },
    value: String(headerLine(table)),
    options: [...headers, { value: "0", label: "keine: jede Zeile ist eine Firma" }],
  };
  if (table.sheet === undefined) return [header];
  const value = String(table.sheet.position);
  const sheet = { id: "blatt", intent: "sheet", label: "Blatt", button: "Blatt verwenden" };
  return [{ ...sheet, value, options: sheets }, header];
}

export async function loadImportPage(db: Db, id: string, rowClass: RowClass | null) {
  const row = await getImport(db, id);
  if (row === undefined) return undefined;
  const job = row.jobId === null ? undefined : await findJob(db, row.jobId);
  // The job's figures leave out leads that must not be contacted.
  const figures = job && { fresh: job.storedNew, stored: job.stored };
  const entry = toImportView({ ...row, ...figures }, await findOpenUndos(db));
  return {
    entry,
    draft: entry.state === "draft" ? await draftOf(db, id, rowClass) : null,
    outcome: job === undefined ? null : { job, skipped: await countSkipped(db, job.id) },
    isFollowing: ["queued", "running", "undoing"].includes(entry.state),
  };
}

type ImportPage = NonNullable<Awaited<ReturnType<typeof loadImportPage>>>;
export type ImportDraft = NonNullable<ImportPage["draft"]>;
export type ImportOutcome = NonNullable<ImportPage["outcome"]>;
