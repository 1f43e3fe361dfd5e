import { useLocation, useRevalidator } from "@remix-run/react";
import { TriangleAlert } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";

/** Pauses between two checks of the server, in milliseconds: while it is away, and while the page is visible. */
const AWAY_MS = 1_000;
const CALM_MS = 10_000;
/** A server that says nothing for so long counts as away, in milliseconds. */
const SILENCE_MS = 15_000;

interface Connection {
  isAway: boolean;
  /** The last form that was not answered: whether it went out at all, and on which page it stands. */
  form: { fate: keyof typeof ABOUT_FORM; pathname: string } | null;
}

const ABOUT_FORM = {
  unsent:
    "Das Formular ist nicht gesendet. Was darin steht, bleibt; nach dem Verbinden bitte noch einmal senden.",
  unanswered:
    "Auf das Formular kam keine Antwort. Bitte prüfen, ob es ausgeführt ist, und es sonst noch einmal senden.",
};

const UP: Connection = { isAway: false, form: null };
let connection = UP;
let isBack = Promise.resolve();
const listeners = new Set<() => void>();

function note(change: Partial<Connection>): void {
  connection = { ...connection, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A server that stops, and a proxy in front of none, answer without a number of the request. */
function isFromApp({ status, headers }: Response): boolean {
  return ![502, 503, 504].includes(status) || headers.has("X-Request-Id");
}

async function isThere(send: typeof fetch): Promise<boolean> {
  const signal = AbortSignal.timeout(SILENCE_MS);
  return send("/healthz", { cache: "no-store", signal }).then(isFromApp, () => false);
}

function noteAway(send: typeof fetch): void {
  if (connection.isAway) return;
  note({ isAway: true });
  isBack = (async () => {
    do await pause(AWAY_MS);
    while (!(await isThere(send)));
    note({ isAway: false });
  })();
}

/** @throws the signal's reason when what waits is given up */
async function untilBack(signal: AbortSignal | null | undefined): Promise<void> {
  signal?.throwIfAborted();
  const isGivenUp = new Promise<never>((_, reject) =>
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true }),
  );
  await Promise.race([isBack, isGivenUp]);
}

/** Leaves a form where it stands, as if its action had sent it back to the page that it is on. */
function stayHere(fate: keyof typeof ABOUT_FORM): Response {
  const { pathname, search, hash } = window.location;
  note({ form: { fate, pathname } });
  const [here, shape] = [`${pathname}${search}${hash}`, { _1: 2, _3: 4, _5: 6 }];
  const redirect = [shape, "redirect", here, "status", 302, "replace", true];
  return new Response(`${JSON.stringify(redirect)}\n`, { status: 202 });
}

/** While the server is away, reading waits and forms stay unsent. Call once, before the framework asks for anything. */
export function keepConnected(): void {
  const send = window.fetch.bind(window);

  async function ask(url: URL, init: RequestInit = {}): Promise<Response> {
    const isForm = (init.method ?? "GET") !== "GET";
    for (;;) {
      if (connection.isAway && isForm) return stayHere("unsent");
      if (connection.isAway) await untilBack(init.signal);
      const response = await send(url, init).catch((error: unknown) => {
        if (init.signal?.aborted) throw error;
        return null;
      });
      if (response !== null && isFromApp(response)) {
        if (isForm && connection.form !== null) note({ form: null });
        return response;
      }
      noteAway(send);
      if (isForm) return stayHere(response === null ? "unanswered" : "unsent");
    }
  }

  window.fetch = (input, init) =>
    input instanceof URL && input.pathname.endsWith(".data") ? ask(input, init) : send(input, init);
  setInterval(async () => {
    if (document.visibilityState === "hidden" || connection.isAway) return;
    if (!(await isThere(send))) noteAway(send);
  }, CALM_MS);
}

export function ConnectionNote() {
  const { isAway, form } = useSyncExternalStore(
    subscribe,
    () => connection,
    () => UP,
  );
  const { revalidate } = useRevalidator();
  const { pathname } = useLocation();
  const wasAway = useRef(false);
  useEffect(() => {
    if (wasAway.current && !isAway) revalidate();
    wasAway.current = isAway;
  }, [isAway, revalidate]);
  const unanswered = form?.pathname === pathname ? form : null;
  if (!isAway && unanswered === null) return null;
  return (
    <div className="pointer-events-auto mb-2 flex max-w-[560px] items-start gap-2 rounded-md border border-edge bg-surface px-3 py-2.5">
      <TriangleAlert size={16} className="mt-0.5 shrink-0 text-warn" aria-hidden />
      <div className="min-w-0 grow">
        <p>{isAway ? "Verbindung unterbrochen – es wird neu verbunden …" : "Wieder verbunden."}</p>
        {unanswered === null ? null : <p>{ABOUT_FORM[unanswered.fate]}</p>}
      </div>
    </div>
  );
}
