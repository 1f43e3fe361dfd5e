import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { NonceContext } from "./components/nonce";
import { log, startServices } from "./composition.server";
import { textResponse } from "./http/text-response.server";

/** Longest life of a stream of deferred data, in milliseconds; pages that follow a job ask again before. */
export const streamTimeout = 40_000;

startServices();

/** Errors that the guard has not seen: those of rendering. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  // A page that is not there, or not by this method, is no fault of the program.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (!request.signal.aborted) log.error({ err: error }, "rendering failed");
}

const IN_SCRIPT = /[&<>\u2028\u2029]/g;

/** The framework's script with the loaders' data. */
async function handOff(data: ReadableStream<Uint8Array>, nonce: string | undefined) {
  const text = JSON.stringify(await new Response(data).text()).replace(
    IN_SCRIPT,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const controller = "window.__remixContext.streamController";
  const attribute = nonce === undefined ? "" : ` nonce="${nonce}"`;
  return `<script${attribute}>${controller}.enqueue(${text});${controller}.close();</script>`;
}

/**
 * Writes a document as one string. Pages hold nothing deferred, so nothing is won by a stream, which would write and pack
 * each piece of it on its own; and an error while rendering still gets its own status.
 */
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
