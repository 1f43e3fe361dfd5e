import { z } from "zod";
import type { Db } from "~db/client";
import { findDeletedDomains, type TrashFilter } from "~db/queries/deleted-leads";
import { getLeadById } from "~db/queries/leads";
import { formatCount } from "../../format/german";
import type { Flash } from "../../http/flash.server";
import { type PageForms, pageForm } from "../../http/form.server";
import { safePath } from "../../http/safe-redirect";
import { displayDomain } from "../../reading/companies/domain-key.server";
import { conflict, Refusal } from "../../refusal";
import { type BulkServices, outcomeReply } from "../bulk/bulk-leads.server";
import { displayBlocked, findAddedBlock } from "../store/blocked-companies.server";
import { undo } from "../undo/start-undo.server";
import { block, removeFromList } from "./block-list.server";
import { type DeletedSelection, eraseLeads, restoreDeletedLeads } from "./delete-leads.server";

const TRASH = "/leadspeicher/papierkorb";
const BLOCK_LIST = "/leadspeicher/sperrliste";

const NO_CONTACTS = { email: null, emails: "[]", phone: null, phones: "[]", contacts: "[]" };

const GONE = "Dieser Lead liegt nicht mehr im Papierkorb. Nichts wurde geändert.";

const id = z.string(GONE).default("");
const TrashSchema = z.object({
  id,
  ids: z.array(id, GONE).default([]),
  jobId: id,
  actionId: id,
  /** Set by a page that shows the progress of jobs. */
  inPlace: z.string().optional(),
  /** Set to block the company's domain. */
  block: z.string().optional(),
  /** Set for leads that must not be contacted, which the trash hides. */
  kept: z.string().optional(),
});

export function trashForms(services: BulkServices, actor: string): PageForms {
  const { db } = services;
  const by = { actor, now: Date.now() };
  const backOf = (form: FormData) => ({ back: safePath(form.get("back"), TRASH) });
  const trashForm = (
    act: (sent: z.infer<typeof TrashSchema>) => Promise<{ flash: Flash } | { to: string }>,
  ) =>
    pageForm({
      schema: TrashSchema,
      refusedTo: backOf,
      async run(sent, { form }) {
        return { ...backOf(form), ...(await act(sent)) };
      },
    });
  const restore = async (selection: DeletedSelection) => {
    const outcome = await restoreDeletedLeads(services, selection, by);
    if (outcome.matched === 0) throw conflict(GONE);
    return outcomeReply({ name: "restore" }, outcome);
  };
  /** @returns the names of the domains */
  const blockDomains = async (which: TrashFilter) => {
    const domains = await findDeletedDomains(db, which);
    if (domains.length === 0) throw conflict(GONE);
    for (const domain of domains) await block(db, domain, by);
    return domains.map(displayDomain);
  };
  return {
    undo: trashForm((sent) => undo(services, sent, by)),
    restore: trashForm(async ({ id, kept }) => {
      const reply = await restore({ ids: [id], isKept: kept !== undefined });
      const row = kept === undefined ? undefined : await getLeadById(db, id);
      if (row === undefined || !("flash" in reply)) return reply;
      const other = await findAddedBlock(db, NO_CONTACTS, row);
      const rest =
        other === undefined ? "" : ` Gesperrt bleibt ${displayBlocked(other)} aus anderem Grund.`;
      const text = `${reply.flash.text} Die Sperre ist aufgehoben.${rest}`;
      return { flash: { ...reply.flash, text } };
    }),
    "restore-ticked": trashForm(({ ids }) => {
      if (ids.length === 0) throw new Refusal(422, "Kein Lead ist ausgewählt.");
      return restore({ ids, isKept: false });
    }),
    "restore-all": trashForm(() => restore({ before: by.now })),
    "restore-found": trashForm(({ jobId }) => restore({ foundBy: jobId })),
    erase: trashForm(async ({ ids, block: isBlocked, kept }) => {
      const which = { ids, isKept: kept !== undefined };
      const domains = isBlocked ? await blockDomains(which) : [];
      const count = await eraseLeads(db, which);
      if (count === 0) throw conflict(GONE);
      const erased = formatCount(count, "Lead", "Leads");
      const blocked = formatCount(domains.length, "Domain wird", "Domains werden");
      const rest = isBlocked ? ` ${blocked} nicht mehr vorgeschlagen.` : "";
      return { flash: { text: `${erased} endgültig gelöscht.${rest}` } };
    }),
    block: trashForm(async ({ id }) => {
      const domains = await blockDomains({ ids: [id] });
      const rest = domains.length > 1 ? "sind gesperrt und werden" : "ist gesperrt und wird";
      return { flash: { text: `${domains.join(" und ")} ${rest} nie wieder gespeichert.` } };
    }),
  };
}

export function blockListForms(db: Db, actor: string): PageForms {
  const by = { actor, now: Date.now() };
  const blockListForm = (act: (domain: string) => Promise<Flash>) =>
    pageForm({
      schema: z.object({ domain: z.string("Eine Domain eingeben.").trim().default("") }),
      async run({ domain }) {
        return { back: BLOCK_LIST, flash: await act(domain) };
      },
    });
  const removalForm = (name: Parameters<typeof removeFromList>[1], done: string, unknown: string) =>
    blockListForm(async (address) => {
      const { domain, wasListed, isBlocked } = await removeFromList(db, name, address);
      const rest =
        isBlocked && name !== "disallow" ? " Gesperrt bleibt sie aus anderem Grund." : "";
      const text = `${domain} ${wasListed ? done : unknown}${rest}`;
      return wasListed ? { text } : { tone: "warn", text };
    });
  const unblock = ["ist nicht mehr gesperrt.", "war so nicht gesperrt."] as const;
  return {
    block: blockListForm(async (address) => ({
      text: `${await block(db, address, by)} ist gesperrt.`,
    })),
    unblock: removalForm("unblock", ...unblock),
    "unblock-erased": removalForm("unblock-erased", ...unblock),
    disallow: removalForm("disallow", "wird in Suchen wieder übersprungen.", "war keine Ausnahme."),
  };
}
