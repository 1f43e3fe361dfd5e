import { z } from "zod";
import type { Db } from "~db/client";
import { parsePhoneNumber } from "~db/phone-number";
import { parseList } from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import { formatDate } from "../../format/german";
import { isoTime } from "../../format/iso-time";
import { pageForm } from "../../http/form.server";
import { displayDomain } from "../../reading/companies/domain-key.server";
import { addressLine } from "../../reading/places/address-line";
import { entityTag } from "../get-lead.server";
import { FIELD_NAMES } from "../lead";
import { parseImprint } from "../lead-schema";
import { chooseFields, MERGE_FIELDS, type MergeField } from "./merge-fields";
import { getPair, mergeLeads, partLead } from "./merge-leads.server";

function textOf(row: LeadRow, field: MergeField, timeZone: string): string {
  if (field !== "address" && !row[field]) return "";
  const day = (at: number | null) => formatDate(isoTime(at ?? 0), timeZone);
  if (field === "address") return row.address ?? addressLine(row) ?? "";
  if (field === "phone") return row.phone ? parsePhoneNumber(row.phone).display : "";
  if (field === "topics") return parseList(row.topics).join(", ");
  if (field === "salesScore") return `${row.salesScore} von 5`;
  if (field === "approved") return `freigegeben am ${day(row.approvedAt)}`;
  if (field === "followUpAt") return day(row.followUpAt);
  if (field !== "imprint") return String(row[field] ?? "");
  const { legalName, registerCourt, registerNumber, vatId } = parseImprint(row.imprint);
  return [legalName, registerCourt, registerNumber, vatId].filter(Boolean).join(", ");
}

/** Only the API uses status and priority, which have no name. */
const NAMES: Record<string, string> = { ...FIELD_NAMES, imprint: "Impressum" };

/** The changes of a merge, field by field. @throws Refusal for a lead that is gone, or one and the same */
export async function previewMerge(
  { db, timeZone }: { db: Db; timeZone: string },
  id: string,
  otherId: string,
) {
  const { lead, other } = await getPair(db, id, otherId);
  const rows = chooseFields(lead, other).flatMap(({ field, isOpen, isTaken }) => {
    const { [field]: name } = NAMES;
    const texts = [lead, other].map((row) => textOf(row, field, timeZone) || "leer");
    return name === undefined ? [] : { field, name, isOpen, isTaken, texts };
  });
  const shown = (row: LeadRow) => {
    return { id: row.id, domain: displayDomain(row.domain), tag: entityTag(row) };
  };
  const open = rows.filter(({ isOpen }) => isOpen);
  const filled = rows.filter(({ isOpen, isTaken }) => isTaken && !isOpen);
  return { lead: shown(lead), other: shown(other), open, filled };
}

export interface MergeReply {
  /** After a refusal: the fields of which the other lead's value should stay. */
  taken?: string[];
}

const otherId = z.string().default("");

export function mergeForm(db: Db, id: string, actor: string) {
  const takenOf = (form: FormData) =>
    MERGE_FIELDS.filter((field) => form.get(`stay-${field}`) === "other");
  return pageForm<z.ZodType<{ otherId: string; seen: string[] }>, MergeReply>({
    schema: z.object({ otherId, seen: z.array(z.string()).default([]) }),
    refused: (form) => ({ taken: takenOf(form) }),
    async run(request, { form }) {
      const by = { actor, now: Date.now() };
      const done = await mergeLeads(db, id, { ...request, take: takenOf(form) }, by);
      const text = `${done.domain} ist jetzt Teil dieses Leads.`;
      return { to: `/leadspeicher/${id}`, flash: { text, undo: { actionId: done.actionId } } };
    },
  });
}

export function partForm(db: Db, id: string, { actor, back }: { actor: string; back: string }) {
  return pageForm({
    schema: z.object({ otherId }),
    refusedTo: () => ({ back }),
    async run({ otherId }) {
      const by = { actor, now: Date.now() };
      return { back, flash: { text: await partLead(db, id, by, otherId) } };
    },
  });
}
