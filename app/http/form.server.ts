import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect, replace } from "@remix-run/node";
import { z } from "zod";
import { isRefusal, Refusal } from "../refusal";
import { type Flash, flashHeaders } from "./flash.server";
import type { FormReply } from "./form-reply";

/** Where a form leads when it is done: on to a page, or back to the one that it stands on. */
export type Way = ({ to: string } | { back: string }) & { flash?: Flash; headers?: HeadersInit };

/** What the page shows instead of being left; 200 where no status is given. */
interface Shown<Extra> {
  reply: Extra;
  status?: number;
}

interface Sent {
  form: FormData;
  /** What stands behind the colon of an intent: „remove:2“. */
  argument: string;
}

interface Definition<Schema extends z.ZodType, Extra> {
  schema: Schema;
  /** Fields that never come back to the page. */
  hidden?: string[];
  /** The field that a refusal belongs to which names none; the form as a whole where it is left out. */
  field?: string;
  /** A sentence behind every 422 of what it does: „Nichts wurde gestartet.“ */
  note?: string;
  /** What the page shows besides the errors of a refused form. */
  refused?(form: FormData): Promise<Extra> | Extra;
  run(value: z.output<Schema>, sent: Sent): Promise<Way | Shown<Extra>>;
}

/**
 * A field whose values the page itself gives.
 *
 * @throws Refusal 400 while it is parsed, for a value that no page sends
 */
export function chosen<Schema extends z.ZodType>(schema: Schema, sentence: string) {
  return z.unknown().transform((value): z.output<Schema> => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new Refusal(400, sentence);
  });
}

type Reply<Extra> = ReturnType<typeof data<FormReply & Partial<Extra>>>;

/** One form of a page: what it takes and does. */
export interface PageForm<Extra = object> {
  answer(form: FormData, intent: string, argument: string): Promise<Reply<Extra>>;
}

/** The forms of a page by the `intent` that they send; „“ for one that sends none. */
export type PageForms<Extra = object> = Record<string, PageForm<Extra>>;

/** Refusals that are answered at the form; the others end in the error page. */
const ANSWERED = [409, 422, 429, 502];

/** Defines a form of a page. A refusal of what it does comes back with everything that was typed. */
export function pageForm<Schema extends z.ZodType, Extra extends object = object>({
  schema,
  hidden = [],
  field = "",
  note,
  refused,
  run,
}: Definition<Schema, Extra>): PageForm<Extra> {
  return {
    async answer(form, intent, argument) {
      const submission = parseWithZod(form, { schema });
      const errors = (error: Refusal): Record<string, string[]> => {
        const said = (message: string) =>
          note === undefined || error.status !== 422 ? [message] : [`${message} ${note}`];
        const byField = Object.entries(error.fieldErrors);
        if (byField.length === 0) return { [field]: said(error.message) };
        return Object.fromEntries(byField.map(([name, message]) => [name, said(message)]));
      };
      const refuse = async (status: number, error?: Refusal) => {
        const fieldErrors = error === undefined ? {} : errors(error);
        const sent = submission.reply({ hideFields: hidden, fieldErrors });
        const extra: Partial<Extra> = { ...(await refused?.(form)) };
        return data({ intent, sent, ...extra }, { status, headers: error?.headers ?? {} });
      };
      if (submission.status !== "success") return refuse(422);
      try {
        const outcome = await run(submission.value, { form, argument });
        if (!("reply" in outcome)) return await leave(outcome);
        const { status = 200, reply } = outcome;
        const sent = submission.reply({ hideFields: hidden });
        return data({ intent, sent, ...reply }, { status });
      } catch (error) {
        if (!isRefusal(error) || !ANSWERED.includes(error.status)) throw error;
        return refuse(error.status, error);
      }
    },
  };
}

/** The form names no action of its page. */
export function unknownIntent(): Refusal {
  return new Refusal(400, "Das Formular nennt keine Aktion, die es gibt.");
}

async function leave(way: Way): Promise<never> {
  const headers = new Headers(way.headers);
  if (way.flash !== undefined) {
    headers.append("Set-Cookie", (await flashHeaders(way.flash))["Set-Cookie"]);
  }
  throw "to" in way ? redirect(way.to, { headers }) : replace(way.back, { headers });
}

/**
 * Answers a form of a page: leaves the page, or says what the page shows.
 *
 * @throws Refusal 400 where the form names none of these intents
 */
export async function formAction<Extra>(
  form: FormData,
  forms: PageForms<Extra>,
): Promise<Reply<Extra>> {
  const sent = form.get("intent") ?? "";
  const [intent = "", argument = ""] = typeof sent === "string" ? sent.split(":", 2) : [];
  const asked = Object.hasOwn(forms, intent) ? forms[intent] : undefined;
  if (asked === undefined) {
    throw unknownIntent();
  }
  return asked.answer(form, intent, argument);
}
