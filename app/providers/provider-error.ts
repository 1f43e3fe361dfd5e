import { shortLine } from "../text/clean-text";

/** German sentences about a failure, by what it means for the caller, whatever its status code. */
const SENTENCES = {
  /** The key is wrong. */
  auth: "Der Zugangsschlüssel wird nicht angenommen",
  /** The key is right, the project or plan is not. */
  forbidden: "Der Zugang ist für diesen Dienst nicht freigeschaltet",
  no_credit: "Guthaben aufgebraucht",
  billing_off: "Abrechnung im Google-Projekt nicht aktiv",
  day_quota: "Tageskontingent erreicht, morgen geht es weiter",
  unknown_model: "Das Modell … gibt es dort nicht, bitte OPENAI_MODEL prüfen",
  rate_limited: "Zu viele Anfragen in kurzer Zeit",
  /** This one input. */
  bad_request: "Die Anfrage wurde abgelehnt",
  /** The provider's own fault. */
  upstream: "Der Dienst ist gestört",
  timeout: "Der Dienst hat nicht rechtzeitig geantwortet",
  network: "Der Dienst ist gerade nicht erreichbar, bitte die Verbindung des Servers prüfen",
  malformed: "Die Antwort des Dienstes ist nicht lesbar",
};
export type ProviderErrorKind = keyof typeof SENTENCES;

/** „Der Dienst ist gestört (503)“; what it is about stands in the place of „…“. */
export function describeFailure(
  kind: ProviderErrorKind,
  status: number | null,
  about = "…",
): string {
  const sentence = SENTENCES[kind].replace("…", () => about);
  return status === null ? sentence : `${sentence} (${status})`;
}

const MAX_PROVIDER_TEXT = 300;

/** A secret in every way in which a service may write it when it repeats it. */
function spellingsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inForm = new URLSearchParams([[secret, ""]]).toString().slice(0, -1);
  return [
    secret,
    inJson,
    inJson.replaceAll("/", "\\/"),
    encodeURI(secret),
    encodeURIComponent(secret),
    inForm,
  ];
}

/** A provider's text fit to be shown: one line, no markup, no control characters, no key, at most 300 characters. */
export function cleanProviderText(text: string, secrets: readonly string[]): string {
  let clean = text.replace(/<[^<>]{0,200}>/g, " ");
  for (const secret of secrets) {
    if (secret.length < 4) continue;
    for (const spelling of spellingsOf(secret)) clean = clean.replaceAll(spelling, "•••");
  }
  return shortLine(clean, MAX_PROVIDER_TEXT);
}

/** A provider failed. `message` is a German sentence with the provider's own text behind it. */
export class ProviderError extends Error {
  readonly provider: string;
  readonly kind: ProviderErrorKind;
  readonly status: number | null;
  /** The provider's own words, cleaned; empty where it said nothing. */
  readonly providerText: string;
  /** The wait that the provider asks for, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** No way leads there: its name or its address is not known, or nothing answers at it. */
  readonly isUnreachable: boolean;

  constructor(
    provider: string,
    kind: ProviderErrorKind,
    detail: {
      status?: number;
      providerText?: string;
      retryAfterMs?: number | null;
      isUnreachable?: boolean;
      about?: string | undefined;
      cause?: unknown;
    },
  ) {
    const { status = null, isUnreachable = false, about, cause } = detail;
    const words = detail.providerText ? `: ${detail.providerText}` : "";
    const sentence = isUnreachable
      ? `${provider} ist nicht erreichbar. Hat der Server Internet?`
      : `${provider}: ${describeFailure(kind, status, about)}${words}`;
    super(sentence, { cause });
    this.name = "ProviderError";
    this.provider = provider;
    this.kind = kind;
    this.status = status;
    this.providerText = detail.providerText ?? "";
    this.retryAfterMs = detail.retryAfterMs ?? null;
    this.isUnreachable = isUnreachable;
  }
}
