import { z } from "zod";
import type { Db } from "~db/client";
import type { Flash } from "../http/flash.server";
import { unknownIntent } from "../http/form.server";
import { type KeyCheck, SERVICE_NAMES, type Service } from "../providers/services";
import { isRefusal } from "../refusal";
import { formText } from "../text/form-text";
import { type KeyCipher, SealedTextError } from "./key-cipher.server";
import { KeySchema } from "./key-input";
import { LIMIT_FIELDS, type LimitField, LimitsSchema } from "./limits-input";
import { saveLimits } from "./provider-limits.server";
import { requireService } from "./require-service.server";
import { type KeyTestServices, testKey, testStoredKey } from "./test-key.server";

interface SettingsServices extends KeyTestServices {
  db: Db;
  cipher: KeyCipher;
}

/** What a card shows after a form of it was sent and the page is not left. */
export type CardResult = { service: Service } & (
  | { kind: "test"; check: KeyCheck }
  /** What was typed can't be a key, or can't be changed. */
  | { kind: "key-fault"; message: string }
  /** The service did not take the key, which waits sealed for „Trotzdem speichern“. */
  | { kind: "refused"; check: KeyCheck; draft: string }
  | {
      kind: "limits-fault";
      errors: Partial<Record<LimitField, string>>;
      typed: Record<LimitField, string>;
    }
);

type FormOutcome = { service: Service; flash: Flash } | { result: CardResult };

const Intent = z.enum(["save", "save-anyway", "test", "remove", "limits"]);
/** Longer than any number that is one. */
const MAX_TYPED = 40;

function draftPurpose(service: Service): string {
  return `draft ${service}`;
}

/** Seals what was typed, for a hidden field. */
function sealDraft(cipher: KeyCipher, service: Service, key: string): string {
  return Buffer.from(cipher.seal(key, draftPurpose(service))).toString("base64url");
}

/** What was sealed for this service; null where the field holds anything else. */
function openDraft(cipher: KeyCipher, service: Service, draft: string): string | null {
  try {
    return cipher.open(Buffer.from(draft, "base64url"), draftPurpose(service));
  } catch (error) {
    if (error instanceof SealedTextError) return null;
    throw error;
  }
}

/**
 * Does what a button of the settings page asks for.
 *
 * @returns the sentence for the page anew, or what the card shows instead
 * @throws Refusal 404 where the form names no service, 400 where it names no action
 */
export async function runSettingsForm(
  services: SettingsServices,
  form: FormData,
  by: { actor: string; now: number; signal: AbortSignal },
): Promise<FormOutcome> {
  const service = requireService(formText(form, "service"));
  const { data: intent } = Intent.safeParse(form.get("intent"));
  try {
    switch (intent) {
      case "save":
        return await saveTested(services, service, formText(form, "key"), by.signal);
      case "save-anyway":
        return await saveDraft(services, service, formText(form, "draft"));
      case "remove":
        await services.credentials.remove(service);
        return done(service, "Der Schlüssel ist entfernt.");
      case "limits":
        return await changeLimits(services, service, form, by);
      case "test": {
        const check = await testStoredKey(services, service, by.signal);
        return { result: { service, kind: "test", check } };
      }
      default:
        throw unknownIntent();
    }
  } catch (error) {
    if (!isRefusal(error, 409)) throw error;
    return { result: { service, kind: "key-fault", message: error.message } };
  }
}

function done(service: Service, sentence: string): FormOutcome {
  return { service, flash: { text: `${SERVICE_NAMES[service]}: ${sentence}` } };
}

/** Keeps a key that the service takes. */
async function saveTested(
  services: SettingsServices,
  service: Service,
  typed: string,
  signal: AbortSignal,
): Promise<FormOutcome> {
  services.credentials.refuseFixed(service);
  const key = KeySchema.safeParse(typed);
  if (!key.success) {
    const message = key.error.issues[0]?.message ?? "Den Schlüssel prüfen.";
    return { result: { service, kind: "key-fault", message } };
  }
  const check = await testKey(services, service, key.data, signal);
  if (!check.ok) {
    const draft = sealDraft(services.cipher, service, key.data);
    return { result: { service, kind: "refused", check, draft } };
  }
  await services.credentials.save(service, key.data);
  return done(service, "Der Schlüssel ist geprüft und gespeichert.");
}

/** Keeps a key that the service did not take, because somebody said so. */
async function saveDraft(
  services: SettingsServices,
  service: Service,
  draft: string,
): Promise<FormOutcome> {
  const key = openDraft(services.cipher, service, draft);
  if (key === null) {
    const message = "Die Eingabe ist verloren gegangen. Bitte den Schlüssel noch einmal eingeben.";
    return { result: { service, kind: "key-fault", message } };
  }
  await services.credentials.save(service, key);
  return done(service, "Der Schlüssel ist gespeichert, obwohl die Prüfung fehlgeschlagen ist.");
}

async function changeLimits(
  { db, providerSetup: { limiter } }: SettingsServices,
  service: Service,
  form: FormData,
  by: { actor: string; now: number },
): Promise<FormOutcome> {
  const typed = {
    maxConcurrent: formText(form, "maxConcurrent"),
    maxPerMinute: formText(form, "maxPerMinute"),
    monthlyCeiling: formText(form, "monthlyCeiling"),
  };
  const limits = LimitsSchema.safeParse(typed);
  if (limits.success) {
    await saveLimits({ db, limiter }, service, limits.data, by);
    return done(service, "Die Grenzen sind gespeichert und gelten ab jetzt.");
  }
  const errors: Partial<Record<LimitField, string>> = {};
  for (const field of LIMIT_FIELDS) {
    const issue = limits.error.issues.find(({ path }) => path[0] === field);
    if (issue !== undefined) errors[field] = issue.message;
    typed[field] = typed[field].slice(0, MAX_TYPED);
  }
  return { result: { service, kind: "limits-fault", errors, typed } };
}
