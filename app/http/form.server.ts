import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect, replace } from "@remix-run/node";
import { z } from "zod";
import { isRefusal, Refusal, storeFault } from "../refusal";
import { type Flash, flashHeaders } from "./flash.server";
import type { FormReply } from "./form-reply";
import { PASSWORDS, readForm } from "./read-form.server";

export type Redirect = ({ to: string } | { back: string }) & {
  flash?: Flash;
  headers?: HeadersInit;
};

interface Rerender<Extra> {
  reply: Extra;
  status?: number;
  flash?: Flash;
}

interface Submitted {
  form: FormData;
  /** The part of the intent after its colon: „2“ of „remove:2“. */
  argument: string;
}

interface Definition<Schema extends z.ZodType, Extra> {
  schema: Schema;
  /** These values never return to the page. */
  hidden?: string[];
  /** Shows refusals that name no field; defaults to the whole form. */
  field?: string;
  /** Statuses to show in the form besides `SHOWN_STATUSES`. */
  answers?: number[];
  /** Ends every 422 message: „Nichts wurde gestartet.“ */
  note?: string;
  refused?(form: FormData, error?: Refusal): Promise<Extra> | Extra;
  /** For a form on another page: where to show a refusal as a flash. */
  refusedTo?(form: FormData): Redirect | Rerender<Extra>;
  run(value: z.output<Schema>, sent: Submitted): Promise<Redirect | Rerender<Extra>>;
}

/** @throws Refusal 400 during parsing, for a value that the page does not offer */
export function chosen<Schema extends z.ZodType>(schema: Schema, sentence: string) {
  return z.unknown().transform((value): z.output<Schema> => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new Refusal(400, sentence);
  });
}

type Reply<Extra> = ReturnType<typeof data<FormReply & Partial<Extra>>>;

export interface PageForm<Extra = object> {
  answer(form: FormData, intent: string, argument: string): Promise<Reply<Extra>>;
}

/** Keyed by `intent`; „“ is the form without one. */
export type PageForms<Extra = object> = Record<string, PageForm<Extra>>;

/** The form shows these; other refusals go to the error page. */
const SHOWN_STATUSES = [409, 422, 429, 502, 503, 507];

/** A refusal keeps the typed values. */
export function pageForm<Schema extends z.ZodType, Extra extends object = object>({
  schema,
  hidden = [],
  field = "",
  answers = [],
  note,
  refused,
  refusedTo,
  run,
}: Definition<Schema, Extra>): PageForm<Extra> {
  return {
    async answer(form, intent, argument) {
      const submission = parseWithZod(form, { schema });
      const errors = (error: Refusal): Record<string, string[]> => {
        const { status, message } = error;
        const faults = error.errors.length === 0 ? [{ path: field, message }] : error.errors;
        const ending = note === undefined || status !== 422 ? "" : ` ${note}`;
        const sentences: Record<string, string[]> = {};
        for (const { path, message: sentence } of faults) {
          const known = sentences[path];
          if (known === undefined) sentences[path] = [`${sentence}${ending}`];
          else known.push(sentence);
        }
        return sentences;
      };
      const refuse = async (status: number, error?: Refusal) => {
        const fieldErrors = error === undefined ? {} : errors(error);
        const sent = submission.reply({ hideFields: hidden, fieldErrors });
        if (refusedTo !== undefined) {
          const [text = ""] = Object.values(sent.error ?? {}).flatMap((messages) => messages ?? []);
          return settle({ ...refusedTo(form), status, flash: { tone: "warn", text } });
        }
        const extra: Partial<Extra> = { ...(await refused?.(form, error)) };
        return data({ intent, sent, ...extra }, { status, headers: error?.headers ?? {} });
      };
      const settle = async (outcome: Redirect | Rerender<Extra>) => {
        const headers = new Headers("headers" in outcome ? outcome.headers : {});
        if (outcome.flash !== undefined) {
          headers.append("Set-Cookie", (await flashHeaders(outcome.flash))["Set-Cookie"]);
        }
        if ("to" in outcome) throw redirect(outcome.to, { headers });
        // Scripts send `stay`.
        if ("back" in outcome && !form.has("stay")) throw replace(outcome.back, { headers });
        const { reply = {}, status = 200 }: Partial<Rerender<Partial<Extra>>> = outcome;
        const sent = submission.reply({ hideFields: hidden });
        return data({ intent, sent, ...reply }, { status, headers });
      };
      if (submission.status !== "success") return refuse(422);
      try {
        return await settle(await run(submission.value, { form, argument }));
      } catch (thrown) {
        const error = storeFault(thrown) ?? thrown;
        if (!isRefusal(error)) throw error;
        if (![...SHOWN_STATUSES, ...answers].includes(error.status)) throw error;
        return refuse(error.status, error);
      }
    },
  };
}

const NOT_TYPED = new Set(["back", "seen", "shown", "key", ...PASSWORDS]);

/** Texts of several words; others are soon typed again. */
function typedTexts(form: FormData): string[] {
  const texts = [...form].filter(([name]) => !NOT_TYPED.has(name.replace(/\..*/, "")));
  const typed = texts.flatMap(([, value]) => (typeof value === "string" ? value : []));
  return [...new Set(typed.filter((text) => /\S\s+\S/.test(text)))];
}

/** @throws Refusal 400 for an unknown intent; the error page shows what was typed */
export async function formAction<Extra>(
  request: Request,
  forms: PageForms<Extra> | (() => PageForms<Extra>),
): Promise<Reply<Extra>> {
  const form = await readForm(request);
  try {
    const offered = typeof forms === "function" ? forms() : forms;
    const sent = form.get("intent") ?? "";
    // An argument may be free text with colons of its own.
    const [intent = "", ...rest] = typeof sent === "string" ? sent.split(":") : [];
    const argument = rest.join(":");
    const asked = Object.hasOwn(offered, intent) ? offered[intent] : undefined;
    if (asked === undefined)
      throw new Refusal(400, "Das Formular nennt keine Aktion, die es gibt.");
    return await asked.answer(form, intent, argument);
  } catch (error) {
    if (isRefusal(error)) error.typed = typedTexts(form);
    throw error;
  }
}
