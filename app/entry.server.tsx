import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { NonceContext } from "./components/nonce";
import { log, startServices } from "./composition.server";
import { textResponse } from "./http/text-response.server";

/** Milliseconds; pages that follow a job ask again earlier. */
export const streamTimeout = 40_000;

startServices();

/** The guard does not see rendering errors. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  // 404 and 405 are not faults of the program.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (!request.signal.aborted) log.error({ err: error }, "rendering failed");
}

const UNSAFE_IN_SCRIPT = /[&<>\u2028\u2029]/g;

async function handOff(data: ReadableStream<Uint8Array>, nonce: string | undefined) {
  const text = JSON.stringify(await new Response(data).text()).replace(
    UNSAFE_IN_SCRIPT,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const controller = "window.__remixContext.streamController";
  const attribute = nonce === undefined ? "" : ` nonce="${nonce}"`;
  return `<script${attribute}>${controller}.enqueue(${text});${controller}.close();</script>`;
}

/** Pages defer nothing, so a stream gains nothing; a string keeps the status of a rendering error. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...remixContext }: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const nonce = loadContext.cspNonce;
  const page = renderToString(
    <NonceContext.Provider value={nonce}>
      <RemixServer
        context={remixContext}
        url={request.url}
        abortDelay={streamTimeout}
        nonce={nonce}
      />
    </NonceContext.Provider>,
  );
  const hasScripts = page.includes("window.__remixContext");
  const data = hasScripts && serverHandoffStream && (await handOff(serverHandoffStream, nonce));
  headers.set("content-type", "text/html; charset=utf-8");
  const { actionHeaders, loaderHeaders } = remixContext.staticHandlerContext;
  for (const answered of [...Object.values(actionHeaders), ...Object.values(loaderHeaders)]) {
    const seconds = answered.get("retry-after");
    if (seconds !== null) headers.set("retry-after", seconds);
  }
  return textResponse(`<!DOCTYPE html>${page}${data || ""}`, { headers, status });
}
