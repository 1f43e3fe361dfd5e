import { Agent, type IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type AppServer, startAppServer } from "../../tests/support/app-server";
import { send } from "./load";
import { cpuOfProcess, number, printTable, quantile } from "./measure";

const SECONDS = 60;
const ADDRESSES = 20;
const GUESSES_A_SECOND = 5;
const CONNECTIONS = 200;
const HOST = "leads.example";
const PASSWORD = "Zaun Wolke Trompete";
/** How long somebody rests before the next sign-in, in milliseconds. */
const REST_MS = 4_000;
const LONGEST_WAIT_MS = 60_000;
const NO_HEADERS: IncomingHttpHeaders = {};

/** Sends the form of the login, as a proxy passes it on; status 0 where the connection was closed. */
function signIn(
  { url }: AppServer,
  agent: Agent,
  from: { address: string; password: string; cookie?: string },
) {
  return send(`${url}/anmelden`, {
    agent,
    method: "POST",
    isStranger: true,
    body: new URLSearchParams({ name: "admin", password: from.password }).toString(),
    headers: {
      host: HOST,
      origin: `https://${HOST}`,
      "content-type": "application/x-www-form-urlencoded",
      "x-forwarded-for": from.address,
      cookie: from.cookie ?? "",
    },
  }).catch(() => ({ status: 0, headers: NO_HEADERS }));
}

/** Guesses until it is told to stop; counts the answers by their status. */
async function attack(
  server: AppServer,
  agent: Agent,
  { address, pauseMs, signal }: { address: string; pauseMs: number; signal: AbortSignal },
  answers: Map<number, number>,
): Promise<void> {
  const guess = async () => {
    const { status } = await signIn(server, agent, { address, password: "falsch-falsch" });
    answers.set(status, (answers.get(status) ?? 0) + 1);
  };
  if (pauseMs === 0) while (!signal.aborted) await guess();
  const underWay: Promise<void>[] = [];
  while (!signal.aborted) {
    underWay.push(guess());
    await delay(pauseMs);
  }
  await Promise.all(underWay);
}

/** How long each sign-in takes that comes again as soon as it is told to, in milliseconds. */
async function enter(
  server: AppServer,
  place: (turn: number) => { address: string; cookie?: string },
  signal: AbortSignal,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const waits: number[] = [];
  for (let turn = 0; !signal.aborted; turn += 1) {
    const start = performance.now();
    for (;;) {
      const { status, headers } = await signIn(server, agent, {
        ...place(turn),
        password: PASSWORD,
      });
      const ms = performance.now() - start;
      if (status === 302 || ms > LONGEST_WAIT_MS) {
        waits.push(ms);
        break;
      }
      await delay(Number(headers["retry-after"] ?? 1) * 1_000);
    }
    await delay(REST_MS);
  }
  agent.destroy();
  return waits;
}

/** One attack on a store of its own, while its owner signs in from three kinds of places. */
async function trial(folder: string, name: string, connections: number, pauseMs: number) {
  const server = await startAppServer(join(folder, `${connections}.sqlite`), {
    APP_PASSWORD: PASSWORD,
    APP_ORIGIN: `https://${HOST}`,
    LOG_LEVEL: "error",
    PASSWORD_COST: "full",
  });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    const first = await signIn(server, agent, { address: "192.0.2.1", password: PASSWORD });
    const device = first.headers["set-cookie"]?.at(1)?.split(";", 1)[0] ?? "";
    const places: [string, (turn: number) => { address: string; cookie?: string }][] = [
      ["bekannter Browser", () => ({ address: "203.0.113.1", cookie: device })],
      ["bekanntes Netz", () => ({ address: "192.0.2.1" })],
      ["neue Adresse", (turn) => ({ address: `198.51.100.${turn}` })],
    ];
    const signal = AbortSignal.timeout(SECONDS * 1_000);
    const answers = new Map<number, number>();
    const attackers = Array.from({ length: connections }, (_, index) => {
      const address = `203.0.113.${index % ADDRESSES}`;
      return attack(server, agent, { address, pauseMs, signal }, answers);
    });
    // The first sign-in falls into the first second of the attack.
    await delay(500);
    const waits = await Promise.all(places.map(([, place]) => enter(server, place, signal)));
    await Promise.all(attackers);
    printTable(
      `${name}, ${SECONDS} s (Ziel: höchstens 10 s)`,
      ["von wo", "Anmeldungen", "s erste", "s p50", "s längste"],
      places.map(([place], index) => {
        const seconds = (waits[index] ?? []).map((ms) => ms / 1_000);
        const [start = Number.NaN] = seconds;
        const times = [start, quantile(seconds), Math.max(...seconds)];
        return [place, number(seconds.length), ...times.map(number)];
      }),
    );
    const told = [...answers].sort().map(([status, count]) => `${status}: ${number(count)}`);
    console.log(
      `Antworten an Fremde ${told.join(", ")}; CPU des Servers ${number(cpuOfProcess(server.pid) / 1_000)} s`,
    );
  } finally {
    agent.destroy();
    await server.stop();
  }
}

/** How long the owner waits at the login while strangers guess the password, from places known and not. */
export async function benchSignIn(path: string): Promise<void> {
  const folder = join(path, "..");
  await trial(folder, `${ADDRESSES} Fremde`, ADDRESSES, 1_000 / GUESSES_A_SECOND);
  await trial(folder, `${CONNECTIONS} Verbindungen von Fremden`, CONNECTIONS, 0);
}
