import type { AppLoadContext } from "@remix-run/node";
import type { Request, RequestHandler, Response } from "express";
import { onClosed } from "../gate/drain.server";
import { type GateLog, refuseFor } from "../gate/gate-refusal.server";
import { isDataPath } from "../gate/request-line";

export interface RequestFacts {
  header(name: string): string | undefined;
  peerAddress: string | undefined;
}

export interface Admission {
  identity: AppLoadContext["identity"];
  client: AppLoadContext["client"];
  key: string;
}

/** Open requests per session, token or unknown address; pages that follow jobs keep some open. */
const MAX_OPEN = 64;

/** Limits each client's open requests. Strangers pass; the guard refuses them. */
export function createAdmission(options: {
  admit(facts: RequestFacts): Promise<Admission>;
  log?: GateLog;
  maxAtOnce?: number;
}): RequestHandler {
  const { admit, maxAtOnce = MAX_OPEN } = options;
  const openRequests = new Map<string, number>();

  return (req, res, next) => {
    const facts = {
      header: (name: string) => req.get(name),
      peerAddress: req.socket.remoteAddress,
    };
    admit(facts).then((admission) => {
      // The client may disconnect during the look-up.
      if (res.destroyed) return;
      const count = openRequests.get(admission.key) ?? 0;
      if (count >= maxAtOnce) return refuseFor(req, res, "tooMany", options);
      openRequests.set(admission.key, count + 1);
      onClosed(req, res, () => {
        const left = (openRequests.get(admission.key) ?? 1) - 1;
        if (left === 0) openRequests.delete(admission.key);
        else openRequests.set(admission.key, left);
      });
      res.locals.admission = admission;
      if (admission.identity === null) askForWholePage(req);
      next();
    }, next);
  };
}

/** Remix answers unknown names in `_routes` without calling any guard, so strangers get the whole page. */
function askForWholePage(req: Request): void {
  if (!isDataPath(req.path)) return;
  const url = new URL(req.originalUrl, "http://localhost");
  url.searchParams.delete("_routes");
  req.originalUrl = req.url = `${url.pathname}${url.search}`;
}

export function admissionOf(res: Response): Admission | undefined {
  return res.locals.admission;
}
