import { EventEmitter } from "node:events";
import { z } from "zod";
import { FaultBook, faultRuleSchema } from "./faults";
import { type DemoReply, type DemoRequest, jsonReply, parseJson } from "./provider";
import { type PlantedSites, plantedPageSchema } from "./websites/planted-sites";

const holdSchema = z.strictObject({ hold: z.string() });

/** Under `/_control/` tests read the calls and add faults to the answers. */
export class Control {
  readonly faults = new FaultBook();
  /** A held answer waits for the event named after its hold. */
  readonly holds = new EventEmitter().setMaxListeners(0);
  readonly latency: number;
  #calls: { at: string; provider: string; method: string; path: string; body: unknown }[] = [];
  readonly #actions: Record<string, (request: DemoRequest) => DemoReply>;

  constructor(latency: number, sites: PlantedSites, providers: readonly string[]) {
    this.latency = latency;
    this.#actions = {
      "GET /calls": () => jsonReply(200, this.#report(providers)),
      "GET /held": ({ query }) =>
        jsonReply(200, { held: this.holds.listenerCount(query.get("hold") ?? "") }),
      "POST /reset": () => this.#reset(sites),
      "POST /faults": bodyAction(faultRuleSchema, (rule) => {
        // A misspelt provider would never be hit and the test would pass for the wrong reason.
        if (!providers.includes(rule.provider)) return `provider: ${providers.join(", ")}`;
        this.faults.add(rule);
      }),
      "POST /release": bodyAction(holdSchema, ({ hold }) => {
        this.faults.endHold(hold);
        this.holds.emit(hold);
      }),
      "POST /site": bodyAction(plantedPageSchema, (page) => {
        sites.plant(page);
      }),
    };
  }

  answer(request: DemoRequest): DemoReply {
    const action = this.#actions[`${request.method} ${request.path}`];
    const known = Object.keys(this.#actions).join(", ");
    return action?.(request) ?? jsonReply(404, { error: `Control calls: ${known}.` });
  }

  /** Records a call to a provider, without headers and query, since they carry keys. */
  record(provider: string, { method, path, body }: DemoRequest): void {
    const json = body === "" ? null : (parseJson(body) ?? body);
    this.#calls.push({ at: new Date().toISOString(), provider, method, path, body: json });
  }

  /** All calls in order of arrival, and how many each provider got. */
  #report(providers: readonly string[]) {
    const countOf = (name: string) => this.#calls.filter((call) => call.provider === name).length;
    const counts = Object.fromEntries(providers.map((name) => [name, countOf(name)]));
    return { calls: this.#calls, counts };
  }

  #reset(sites: PlantedSites): DemoReply {
    sites.clear();
    this.faults.clear();
    for (const name of this.holds.eventNames()) if (name !== "error") this.holds.emit(name);
    this.#calls = [];
    return jsonReply(200, { ok: true });
  }
}

/** An action with a body. A string from `act` is an error, answered with 422. */
function bodyAction<Input>(schema: z.ZodType<Input>, act: (input: Input) => unknown) {
  return ({ body }: DemoRequest): DemoReply => {
    const input = schema.safeParse(parseJson(body));
    const error = input.success ? act(input.data) : z.prettifyError(input.error);
    return typeof error === "string" ? jsonReply(422, { error }) : jsonReply(200, { ok: true });
  };
}
