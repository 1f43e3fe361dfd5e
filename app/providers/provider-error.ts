import { shortLine } from "../text/clean-text";

const SENTENCES = {
  auth: "Der Zugangsschlüssel wird nicht angenommen",
  /** The key is right, but its project or plan lacks access. */
  forbidden: "Der Zugang ist für diesen Dienst nicht freigeschaltet",
  no_credit: "Guthaben aufgebraucht",
  billing_off: "Abrechnung im Google-Projekt nicht aktiv",
  day_quota: "Tageskontingent erreicht, morgen geht es weiter",
  unknown_model: "Das Modell … gibt es dort nicht, bitte OPENAI_MODEL prüfen",
  rate_limited: "Zu viele Anfragen in kurzer Zeit",
  bad_request: "Die Anfrage wurde abgelehnt",
  upstream: "Der Dienst ist gestört",
  timeout: "Der Dienst hat nicht rechtzeitig geantwortet",
  network: "Der Dienst ist gerade nicht erreichbar, bitte die Verbindung des Servers prüfen",
  malformed: "Die Antwort des Dienstes ist nicht lesbar",
};
export type ProviderErrorKind = keyof typeof SENTENCES;

/** „Der Dienst ist gestört (503)“; the subject replaces „…“. */
export function describeFailure(
  kind: ProviderErrorKind,
  status: number | null,
  about = "…",
): string {
  const sentence = SENTENCES[kind].replace("…", () => about);
  return status === null ? sentence : `${sentence} (${status})`;
}

export const noAnswerIn = (limitMs: number) =>
  `keine Antwort in ${Math.ceil(limitMs / 1000)} Sekunden`;

const MAX_PROVIDER_TEXT = 300;

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

/** One line, no markup, no control characters, no key, at most 300 characters. */
export function cleanProviderText(text: string, secrets: readonly string[]): string {
  let clean = text.replace(/<[^<>]{0,200}>/g, " ");
  for (const secret of secrets) {
    if (secret.length < 4) continue;
    for (const spelling of spellingsOf(secret)) clean = clean.replaceAll(spelling, "•••");
  }
  return shortLine(clean, MAX_PROVIDER_TEXT);
}

export class ProviderError extends Error {
  readonly status: number | null;
  readonly providerText: string;
  readonly retryAfterMs: number | null;
  readonly isUnreachable: boolean;

  constructor(
    readonly provider: string,
    readonly kind: ProviderErrorKind,
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
    this.status = status;
    this.providerText = detail.providerText ?? "";
    this.retryAfterMs = detail.retryAfterMs ?? null;
    this.isUnreachable = isUnreachable;
  }
}
