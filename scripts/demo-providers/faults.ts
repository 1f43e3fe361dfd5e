import { z } from "zod";
import type { DemoRequest } from "./provider";

const faultSchema = z.strictObject({
  /** Answers with this status; without `body` with the provider's own error. */
  status: z.int().min(200).max(599).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** Text is sent as it is, anything else as JSON. */
  body: z.json().optional(),
  /** Precedes the answer, which is healthy without `status` and `body`. */
  prefix: z.string().optional(),
  /** „latin1“ can send any bytes. */
  encoding: z.enum(["utf8", "latin1"]).optional(),
  /** Begins to answer and sends blanks forever; the provider does no work. */
  drip: z.boolean().optional(),
  /** Announces more than the body and cuts the connection after this many bytes. */
  cutAfterBytes: z.int().min(1).optional(),
  /** Resets the connection instead of answering; the provider does no work. */
  reset: z.boolean().optional(),
  /** Holds the finished answer until `POST /_control/release` with this name. */
  hold: z.string().min(1).optional(),
  /** Never answers; the provider does no work. */
  hang: z.boolean().optional(),
});

/** Without `status` and `body` the provider does its work first. */
export type Fault = z.infer<typeof faultSchema>;

/** Body of `POST /_control/faults`: which requests are hit, how often, and by what. */
export const faultRuleSchema = z.strictObject({
  provider: z.string(),
  /** Start of the path below the provider's prefix. */
  path: z.string().optional(),
  /** Text that must occur in the request body. */
  match: z.string().optional(),
  times: z.int().min(1).default(1),
  /** Lets this many matching requests pass first. */
  after: z.int().min(0).default(0),
  fault: faultSchema,
});

type FaultRule = z.infer<typeof faultRuleSchema>;

/** Active rules. The oldest that matches a request applies, and its count goes down by one. */
export class FaultBook {
  rules: FaultRule[] = [];

  add(rule: FaultRule): void {
    this.rules.push({ ...rule });
  }

  clear(): void {
    this.rules = [];
  }

  /** Ends every rule that holds answers under this name. */
  endHold(name: string): void {
    this.rules = this.rules.filter((rule) => rule.fault.hold !== name);
  }

  /** The fault for a request, if one is due; counts the rules down. */
  take(provider: string, request: DemoRequest): Fault | undefined {
    for (const rule of this.rules) {
      if (!hits(rule, provider, request)) continue;
      if (rule.after > 0) {
        rule.after -= 1;
        continue;
      }
      rule.times -= 1;
      if (rule.times === 0) this.rules = this.rules.filter((other) => other !== rule);
      return rule.fault;
    }
    return undefined;
  }
}

function hits(rule: FaultRule, provider: string, request: DemoRequest): boolean {
  if (rule.provider !== provider) return false;
  if (rule.path !== undefined && !request.path.startsWith(rule.path)) return false;
  return rule.match === undefined || request.body.includes(rule.match);
}
