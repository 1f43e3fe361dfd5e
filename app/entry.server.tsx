import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { NonceContext } from "./components/nonce";
import { log, startServices } from "./composition.server";
import { collectDocument } from "./http/collect-document.server";
import { textResponse } from "./http/text-response.server";

/** Longest life of a stream of deferred data, in milliseconds; the progress of jobs ends its chains before. */
export const streamTimeout = 40_000;

startServices();

/** Errors that the guard has not seen: those of rendering. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  // A page that is not there, or not by this method, is no fault of the program.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (!request.signal.aborted) log.error({ err: error }, "rendering failed");
}

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const nonce = loadContext.cspNonce;
  return new Promise((resolve, reject) => {
    let responseStatus = status;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer
          context={remixContext}
          url={request.url}
          abortDelay={streamTimeout}
          nonce={nonce}
        />
      </NonceContext.Provider>,
      {
        nonce,
        // Pages hold nothing deferred, so the whole document is there before it is sent: it is complete without
        // JavaScript, and an error while rendering still gets its own status.
        onAllReady() {
          headers.set("content-type", "text/html; charset=utf-8");
          collectDocument(pipe)
            .then((document) =>
              resolve(textResponse(document, { headers, status: responseStatus })),
            )
            .catch(reject);
        },
        onShellError: reject,
        onError(error) {
          responseStatus = 500;
          log.error({ err: error }, "rendering failed");
        },
      },
    );
    setTimeout(abort, streamTimeout).unref();
  });
}
