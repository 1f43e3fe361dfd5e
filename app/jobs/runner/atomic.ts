import type { Db } from "~db/client";
import type { JobKindName, JobPhase } from "~db/schema";

/** What jobs write as one, beside their steps. */
export const COMMITS = [
  "take up",
  "claim",
  "end",
  "cancel",
  "book",
  "send",
  "fail",
  "ask",
  "send question",
  "answer",
  "drop question",
  "settle lost",
] as const;
/** One of them, or a step of a kind of job in a phase. */
type Commit = (typeof COMMITS)[number] | `${JobKindName} ${JobPhase}`;

/** Names a moment at which a trial has the process die, as „before book“; not set outside of trials. */
// biome-ignore lint/style/noProcessEnv: no setting of the product, and threads know it without being told
const { KILL_POINT } = process.env;

function dieIfAsked(moment: "before" | "after", commit: Commit): void {
  if (KILL_POINT === `${moment} ${commit}`) process.kill(process.pid, "SIGKILL");
}

/** Writes something as one transaction. No call to the outside may happen inside. */
export async function atomically<Outcome>(
  db: Db,
  name: Commit | ((outcome: Outcome) => Commit),
  write: (trx: Db) => Promise<Outcome>,
): Promise<Outcome> {
  const nameOf = (outcome: Outcome) => (typeof name === "function" ? name(outcome) : name);
  const outcome = await db.transaction().execute(async (trx) => {
    const written = await write(trx);
    dieIfAsked("before", nameOf(written));
    return written;
  });
  dieIfAsked("after", nameOf(outcome));
  return outcome;
}
