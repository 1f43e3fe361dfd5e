import { z } from "zod";
import { type FaultBook, faultRuleSchema } from "./faults";
import type { Holds } from "./holds";
import type { Journal } from "./journal";
import { type DemoReply, type DemoRequest, jsonReply, parseJson } from "./provider";
import { type PlantedSites, plantedPageSchema } from "./websites/planted-sites";

/** What the control calls may change. */
export interface ControlledState {
  faults: FaultBook;
  holds: Holds;
  journal: Journal;
  sites: PlantedSites;
  latency: number;
  providerNames: readonly string[];
}

const holdSchema = z.strictObject({ hold: z.string() });
const latencySchema = z.strictObject({ latency: z.number().min(0).max(100) });

/**
 * Answers `/_control/…`, with which tests and curious people disturb the demo world:
 * `POST faults`, `POST release`, `GET held`, `POST site`, `POST reset`, `POST latency`, `GET calls`.
 */
export function answerControl(request: DemoRequest, state: ControlledState): DemoReply {
  const { faults, holds, journal, sites, providerNames } = state;
  switch (`${request.method} ${request.path}`) {
    case "GET /calls":
      return jsonReply(200, journal.report(providerNames));
    case "POST /reset":
      faults.clear();
      holds.releaseAll();
      journal.clear();
      sites.clear();
      return jsonReply(200, { ok: true });
    case "POST /latency": {
      const input = latencySchema.safeParse(parseJson(request.body));
      if (!input.success) return refuse(z.prettifyError(input.error));
      state.latency = input.data.latency;
      return jsonReply(200, { ok: true, latency: state.latency });
    }
    case "POST /faults": {
      const rule = faultRuleSchema.safeParse(parseJson(request.body));
      if (!rule.success) return refuse(z.prettifyError(rule.error));
      // A misspelt provider would never be hit and the test would pass for the wrong reason.
      if (!providerNames.includes(rule.data.provider)) {
        return refuse(`provider must be one of: ${providerNames.join(", ")}`);
      }
      faults.add(rule.data);
      return jsonReply(200, { ok: true });
    }
    case "GET /held":
      return jsonReply(200, { held: holds.count(request.query.get("hold") ?? "") });
    case "POST /release": {
      const input = holdSchema.safeParse(parseJson(request.body));
      if (!input.success) return refuse(z.prettifyError(input.error));
      faults.endHold(input.data.hold);
      holds.release(input.data.hold);
      return jsonReply(200, { ok: true });
    }
    case "POST /site": {
      const page = plantedPageSchema.safeParse(parseJson(request.body));
      if (!page.success) return refuse(z.prettifyError(page.error));
      sites.plant(page.data);
      return jsonReply(200, { ok: true });
    }
    default:
      return jsonReply(404, {
        error:
          "Control calls: POST faults, POST release, GET held, POST site, POST reset, POST latency, GET calls.",
      });
  }
}

function refuse(reason: string): DemoReply {
  return jsonReply(422, { error: reason });
}
