import type { Insertable, Selectable } from "kysely";
import type { Db } from "../client";
import type { EmailLookupsTable, ProviderCallsTable } from "../schema";

/** Books a call before it is made, so that a crash cannot hide that it may have cost something. */
export async function recordIntendedCall(
  db: Db,
  call: Pick<Insertable<ProviderCallsTable>, "id" | "jobId" | "step" | "provider" | "createdAt">,
): Promise<void> {
  await db
    .insertInto("providerCalls")
    .values({ ...call, status: "intended" })
    .execute();
}

/** Closes a booked call. Belongs in the transaction that applies the answer. */
export async function settleCall(
  db: Db,
  id: string,
  status: "answered" | "failed",
  answeredAt: number,
  creditsCharged: number | null,
): Promise<void> {
  await db
    .updateTable("providerCalls")
    .set({ status, answeredAt, creditsCharged })
    .where("id", "=", id)
    .execute();
}

/** What an email finder said of a domain, if it was asked after `since` (milliseconds UTC). */
export async function getEmailLookup(
  db: Db,
  domain: string,
  provider: string,
  since: number,
): Promise<Selectable<EmailLookupsTable> | undefined> {
  return db
    .selectFrom("emailLookups")
    .selectAll()
    .where("domain", "=", domain)
    .where("provider", "=", provider)
    .where("lookedUpAt", ">=", since)
    .executeTakeFirst();
}

/** Keeps what an email finder said of a domain; the newest answer counts. */
export async function saveEmailLookup(
  db: Db,
  lookup: Insertable<EmailLookupsTable>,
): Promise<void> {
  await db
    .insertInto("emailLookups")
    .values(lookup)
    .onConflict((conflict) =>
      conflict.columns(["domain", "provider"]).doUpdateSet({
        state: lookup.state,
        emails: lookup.emails,
        lookedUpAt: lookup.lookedUpAt,
      }),
    )
    .execute();
}
