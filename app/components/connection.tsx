import { useLocation, useRevalidator } from "@remix-run/react";
import { TriangleAlert } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";

/** Milliseconds between checks of the server: while it is away, and otherwise while the page is visible. */
const AWAY_POLL_MS = 1_000;
const POLL_MS = 10_000;
/** Milliseconds without an answer until the server counts as away. */
const TIMEOUT_MS = 15_000;

interface Connection {
  isAway: boolean;
  /** The last form without an answer: whether it was sent, and the path of its page. */
  form: { fate: keyof typeof FORM_NOTES; pathname: string } | null;
}

const FORM_NOTES = {
  unsent:
    "Das Formular ist nicht gesendet. Was darin steht, bleibt; nach dem Verbinden bitte noch einmal senden.",
  unanswered:
    "Auf das Formular kam keine Antwort. Bitte prüfen, ob es ausgeführt ist, und es sonst noch einmal senden.",
};

const UP: Connection = { isAway: false, form: null };
let connection = UP;
let reconnected = Promise.resolve();
const listeners = new Set<() => void>();

function update(change: Partial<Connection>): void {
  connection = { ...connection, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A stopping server, and a proxy without a server, answer without a request id. */
function isFromApp({ status, headers }: Response): boolean {
  return ![502, 503, 504].includes(status) || headers.has("X-Request-Id");
}

async function isReachable(send: typeof fetch): Promise<boolean> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return send("/healthz", { cache: "no-store", signal }).then(isFromApp, () => false);
}

function markAway(send: typeof fetch): void {
  if (connection.isAway) return;
  update({ isAway: true });
  reconnected = (async () => {
    do await pause(AWAY_POLL_MS);
    while (!(await isReachable(send)));
    update({ isAway: false });
  })();
}

/** @throws the signal's reason if the request is aborted */
async function untilReconnected(signal: AbortSignal | null | undefined): Promise<void> {
  signal?.throwIfAborted();
  const aborted = new Promise<never>((_, reject) =>
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true }),
  );
  await Promise.race([reconnected, aborted]);
}

/** Keeps the page: in the framework's format, a redirect to the current address. */
function stayOnPage(fate: keyof typeof FORM_NOTES): Response {
  const { pathname, search, hash } = window.location;
  update({ form: { fate, pathname } });
  const [here, shape] = [`${pathname}${search}${hash}`, { _1: 2, _3: 4, _5: 6 }];
  const redirect = [shape, "redirect", here, "status", 302, "replace", true];
  return new Response(`${JSON.stringify(redirect)}\n`, { status: 202 });
}

/** Wraps `fetch`: while the server is away, page data waits and forms stay unsent. Call once, before hydration. */
export function interceptFetch(): void {
  const send = window.fetch.bind(window);

  async function ask(url: URL, init: RequestInit = {}): Promise<Response> {
    const isForm = (init.method ?? "GET") !== "GET";
    for (;;) {
      if (connection.isAway && isForm) return stayOnPage("unsent");
      if (connection.isAway) await untilReconnected(init.signal);
      init.signal?.throwIfAborted();
      const asking = new AbortController();
      const stop = () => asking.abort(init.signal?.reason);
      init.signal?.addEventListener("abort", stop);
      const response = await send(url, { ...init, signal: asking.signal }).catch(
        (error: unknown) => {
          if (init.signal?.aborted) throw error;
          return null;
        },
      );
      // An answer is read to its end: the framework logs an error if that is aborted.
      init.signal?.removeEventListener("abort", stop);
      if (response !== null && isFromApp(response)) {
        if (isForm && connection.form !== null) update({ form: null });
        return response;
      }
      markAway(send);
      if (isForm) return stayOnPage(response === null ? "unanswered" : "unsent");
    }
  }

  window.fetch = (input, init) =>
    input instanceof URL && input.pathname.endsWith(".data") ? ask(input, init) : send(input, init);
  setInterval(async () => {
    if (document.visibilityState === "hidden" || connection.isAway) return;
    if (!(await isReachable(send))) markAway(send);
  }, POLL_MS);
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
        {unanswered === null ? null : <p>{FORM_NOTES[unanswered.fate]}</p>}
      </div>
    </div>
  );
}
