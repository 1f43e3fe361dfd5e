import type { Db } from "../client";
import type { Database } from "../schema";

export function getLeadDraft(db: Db, leadId: string, person: string) {
  return db
    .selectFrom("leadDrafts")
    .innerJoin("leads", "leads.seq", "leadDrafts.leadSeq")
    .selectAll("leadDrafts")
    .where("leads.id", "=", leadId)
    .where("person", "=", person)
    .executeTakeFirst();
}

/** Does nothing for a deleted lead. */
export async function saveLeadDraft(
  db: Db,
  leadId: string,
  draft: Omit<Database["leadDrafts"], "leadSeq">,
): Promise<void> {
  const lead = db.selectFrom("leads").select("seq").where("id", "=", leadId);
  const { seq: leadSeq } = (await lead.executeTakeFirst()) ?? {};
  if (leadSeq === undefined) return;
  await db
    .replaceInto("leadDrafts")
    .values({ leadSeq, ...draft })
    .execute();
}
