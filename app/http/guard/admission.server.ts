import type { AppLoadContext } from "@remix-run/node";
import type { Request, RequestHandler, Response } from "express";
import { onceOver } from "../gate/drain.server";
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

/** Per session, token or unknown address; pages that follow jobs hold some. */
const MAX_AT_ONCE = 64;

/** Refuses strangers only if no guard follows. */
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
      // The client may disconnect during the look-up.
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

/** Remix answers unknown route names with nothing, past every guard; strangers always get the whole page. */
function askForWholePage(req: Request): void {
  if (!isDataPath(req.path)) return;
  const url = new URL(req.originalUrl, "http://localhost");
  url.searchParams.delete("_routes");
  req.originalUrl = req.url = `${url.pathname}${url.search}`;
}

export function admissionOf(res: Response): Admission | undefined {
  return res.locals.admission;
}
