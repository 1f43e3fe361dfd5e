import type { AppLoadContext } from "@remix-run/node";
import type { Request, RequestHandler, Response } from "express";
import { onceOver } from "../gate/drain.server";
import { type GateLog, refuseFor } from "../gate/gate-refusal.server";
import { isDataPath } from "../gate/request-line";

export interface RequestFacts {
  header(name: string): string | undefined;
  /** The other end of the connection; undefined where it is not known. */
  peerAddress: string | undefined;
}

/** Who is asking, from where, and under which name the requests are counted. */
export interface Admission {
  identity: AppLoadContext["identity"];
  client: AppLoadContext["client"];
  key: string;
}

/** Requests of one session, token or unknown address at the same time; a page that follows its jobs holds some of them. */
const MAX_AT_ONCE = 64;

/**
 * Makes the middleware that identifies the client, for the guard behind it and for the limits here. It refuses
 * strangers only where no guard stands.
 */
export function createAdmission(options: {
  admit(facts: RequestFacts): Promise<Admission>;
  log?: GateLog;
  maxAtOnce?: number;
}): RequestHandler {
  const { admit, maxAtOnce = MAX_AT_ONCE } = options;
  const underWay = new Map<string, number>();

  return (req, res, next) => {
    const facts = {
      header: (name: string) => req.get(name),
      peerAddress: req.socket.remoteAddress,
    };
    admit(facts).then((admission) => {
      // The client may have gone while its session was looked up.
      if (res.destroyed) return;
      const count = underWay.get(admission.key) ?? 0;
      if (count >= maxAtOnce) return refuseFor(req, res, "tooMany", options);
      underWay.set(admission.key, count + 1);
      onceOver(req, res, () => {
        const left = (underWay.get(admission.key) ?? 1) - 1;
        if (left === 0) underWay.delete(admission.key);
        else underWay.set(admission.key, left);
      });
      res.locals.admission = admission;
      if (admission.identity === null) askForWholePage(req);
      next();
    }, next);
  };
}

/**
 * Page data can be asked for in parts, by the names of routes. Names that a page does not have would be answered with
 * nothing, past every guard; so strangers always ask for all of it.
 */
function askForWholePage(req: Request): void {
  if (!isDataPath(req.path)) return;
  const url = new URL(req.originalUrl, "http://localhost");
  url.searchParams.delete("_routes");
  req.originalUrl = req.url = `${url.pathname}${url.search}`;
}

export function admissionOf(res: Response): Admission | undefined {
  return res.locals.admission;
}
