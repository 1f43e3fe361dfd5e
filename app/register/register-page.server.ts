import { z } from "zod";
import type { Db } from "~db/client";
import { findLeadsByDomain } from "~db/queries/leads";
import {
  countActors,
  findActors,
  getCurrentExport,
  type RegisterActor,
} from "~db/queries/register";
import type { JobRow } from "~db/schema";
import { skipText } from "../jobs/job-words";
import { conditionsOf, RegisterFilterSchema } from "../jobs/kinds/register-params.server";
import { type StartServices, startOnce } from "../jobs/kinds/start-job.server";
import { emailText, phoneText } from "../leads/list/lead-view.server";
import { selectCompanies } from "../leads/store/select-companies.server";
import { type RegisterFilter, roleNames } from "../reading/companies/market";
import { conflict } from "../refusal";
import { toCompany } from "./register-pipeline.server";

const PAGE_SIZE = 50;

/** Adds each actor's lead, or why it can't become one. */
async function toViews(db: Db, actors: readonly RegisterActor[]) {
  const companies = actors.map(toCompany);
  const judged = await selectCompanies(db, companies, new Set(), PAGE_SIZE, "register");
  const domains = judged.map(({ domain }) => domain ?? "");
  const leads = await findLeadsByDomain(db, domains);
  return actors.map(({ phone, email, roles, postalCode, city, ...actor }, index) => {
    const { number, name, legalForm, federalState, website } = actor;
    const reason = judged[index]?.skipReason;
    return {
      ...{ number, name, legalForm, federalState, website },
      place: [postalCode, city].filter(Boolean).join(" "),
      phone: phoneText(phone),
      email: emailText(email, domains[index] ?? null),
      roles: roleNames(roles).join(", "),
      leadId: leads.get(domains[index] ?? "")?.id,
      leftOut: reason && skipText(reason, false),
    };
  });
}

export type ActorPage = NonNullable<Awaited<ReturnType<typeof loadActorPage>>>;

/** Null before the first export was read. */
export async function loadActorPage(db: Db, params: URLSearchParams) {
  const shown = await getCurrentExport(db);
  if (shown === undefined) return null;
  const filter = RegisterFilterSchema.parse(Object.fromEntries(params));
  const conditions = conditionsOf({ exportId: shown.id, filter, numbers: null });
  const { fileName, actors, leftOut } = shown;
  const first = await findActors(db, conditions, PAGE_SIZE, 0);
  let total = Object.values(filter).join("") === "" ? actors : first.length;
  // Counting reads all matching actors.
  if (total === PAGE_SIZE) total = await countActors(db, conditions);
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const page = z.coerce.number().int().min(1).max(last).catch(1).parse(params.get("seite"));
  const offset = (page - 1) * PAGE_SIZE;
  const rows = offset === 0 ? first : await findActors(db, conditions, PAGE_SIZE, offset);
  return {
    ...{ fileName, actors, leftOut, filter, total, page, pageSize: PAGE_SIZE },
    rows: await toViews(db, rows),
  };
}

/**
 * @param numbers null for everything that the filter matches
 * @throws Refusal when no actor is selected
 */
export async function startStoringActors(
  services: StartServices,
  filter: RegisterFilter,
  numbers: string[] | null,
  actor: string,
): Promise<JobRow> {
  if (numbers?.length === 0) throw conflict("Zuerst Firmen in der Liste auswählen.");
  const params = { exportId: (await getCurrentExport(services.db))?.id ?? 0, filter, numbers };
  const requested = await countActors(services.db, conditionsOf(params));
  if (requested === 0) throw conflict("Zu dieser Auswahl gibt es keine Firma mehr.");
  const { rolle, bundesland, ort, name } = filter;
  const words = [rolle || "Energiemarkt", bundesland, ort, name].filter((word) => word !== "");
  return startOnce(services, "register", { params, query: words.join(", "), requested }, actor);
}
