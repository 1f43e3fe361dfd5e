import type { Db } from "~db/client";
import { getConfirmation } from "~db/queries/confirmations";
import type { Providers } from "../../providers/providers.server";
import { conflict } from "../../refusal";
import type { Requirement } from "./job-kind";

/** The sentence of the first requirement that is not met; null when a job can start. */
export async function unavailableReason(
  { db, providers }: { db: Db; providers: Providers },
  requirements: readonly Requirement[],
): Promise<string | null> {
  for (const requirement of requirements) {
    const met =
      "provider" in requirement
        ? await providers[requirement.provider]()
        : await getConfirmation(db, requirement.confirmation);
    if (met === null || met === undefined) return requirement.missing;
  }
  return null;
}

/** @throws Refusal when a requirement is not met */
export async function assertAvailable(
  services: { db: Db; providers: Providers },
  requirements: readonly Requirement[],
): Promise<void> {
  const reason = await unavailableReason(services, requirements);
  if (reason !== null) throw conflict(reason);
}
