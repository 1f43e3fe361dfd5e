import { setTimeout as delay } from "node:timers/promises";
import type { AccessServices } from "../../app/access/access-services";
import { PasswordHasher } from "../../app/access/passwords/password-hash.server";
import { prepareAccess } from "../../app/access/sign-in/first-start.server";
import { signIn } from "../../app/access/sign-in/sign-in.server";
import { SignInLimits } from "../../app/access/sign-in/sign-in-limits.server";
import { isRefusal } from "../../app/refusal";
import type { Db } from "../../db/client";
import { number, printTable } from "./measure";

const PASSWORD = "Zaun Wolke Trompete";
const ROUNDS = 15;
const GUESSERS = 50;
const FLOOD = 100_000;

function middle(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** What a sign-in takes with a name that exists and one that does not, alone and while somebody guesses passwords. */
export async function benchSignIn(db: Db): Promise<void> {
  const log = { info: () => {}, warn: () => {} };
  const access: AccessServices = {
    db,
    isDemo: false,
    sessionKey: new Uint8Array(32),
    environmentToken: undefined,
    passwords: new PasswordHasher(),
    limits: new SignInLimits(),
    log,
  };
  await prepareAccess(access, { password: PASSWORD }, Date.now());
  const attempt = (name: string, password: string, address: string) =>
    signIn(access, { name, password }, { address, userAgent: null }, Date.now()).then(
      () => 200,
      (error: unknown) => (isRefusal(error) ? error.status : Promise.reject(error)),
    );

  const times = { right: [] as number[], wrong: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    // Every round from another address and with another name, so that no limit is met.
    const address = `198.51.100.${round}`;
    times.wrong.push(await timed(() => attempt("admin", "falsch-falsch-falsch", address)));
    times.right.push(await timed(() => attempt("admin", PASSWORD, address)));
    times.unknown.push(await timed(() => attempt(`niemand${round}`, PASSWORD, address)));
  }
  const alone = middle(times.right, 0.5);

  let tested = 0;
  let isOver = false;
  const guess = async (first: number) => {
    for (let index = first; !isOver && index < first + FLOOD; index += 1) {
      const status = await attempt(`name${index}`, "falsch-falsch-falsch", "203.0.113.9");
      if (status === 422) tested += 1;
      else await delay(1);
    }
  };
  const flood = Array.from({ length: GUESSERS }, (_, index) => guess(index * FLOOD));
  const meanwhile: number[] = [];
  let waited = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const address = `198.51.100.${100 + round}`;
    meanwhile.push(
      await timed(async () => {
        if ((await attempt("admin", PASSWORD, address)) === 429) waited += 1;
      }),
    );
  }
  isOver = true;
  await Promise.all(flood);

  const row = (name: string, ms: number) => [name, `${number(ms / alone)} ×`, `${number(ms)} ms`];
  printTable(
    `Anmelden, während eine Adresse mit ${GUESSERS} Anfragen zugleich rät: ${tested} ihrer Passwörter geprüft, andere ${waited}-mal vertröstet`,
    ["Anmeldung", "Dauer", "Dauer"],
    [
      row("richtig (Median)", alone),
      row("falsches Passwort (Median)", middle(times.wrong, 0.5)),
      row("unbekannter Name (Median)", middle(times.unknown, 0.5)),
      row("richtig, während geraten wird (p95)", middle(meanwhile, 0.95)),
    ],
  );
}
