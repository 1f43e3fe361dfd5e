import type { AddressRefusal } from "./site-address";

/**
 * Why a page of a company's website is not there:
 * `address` our own rules refuse the address · `unreachable` no answer at all · `timeout` · `redirects` too many ·
 * `content_type` no text · `encoding` packed in a way that is not unpacked · `too_large` ·
 * `unreadable` an answer that breaks its own format, or that can't be read in time ·
 * `robots` the site does not want it read · `status` it answers with an error · `empty` no text to read.
 */
export type SiteErrorReason =
  | "address"
  | "unreachable"
  | "timeout"
  | "redirects"
  | "content_type"
  | "encoding"
  | "too_large"
  | "unreadable"
  | "robots"
  | "status"
  | "empty";

/** Which rule refuses an address; `not_public` is known only once its name is resolved. */
type Refusal = AddressRefusal | "not_public";

const SENTENCES: Record<Exclude<SiteErrorReason, "address" | "status">, string> = {
  unreachable: "Die Website ist nicht erreichbar.",
  timeout: "Die Website hat nicht rechtzeitig geantwortet.",
  redirects: "Die Website leitet zu oft weiter.",
  content_type: "Die Adresse liefert keine Textseite.",
  encoding: "Die Seite ist auf eine Art gepackt, die nicht gelesen wird.",
  too_large: "Die Seite ist zu groß.",
  unreadable: "Die Seite lässt sich nicht lesen.",
  robots: "Die Website erlaubt das Auslesen nicht (robots.txt).",
  empty: "Auf der Website steht kein lesbarer Text.",
};

const REFUSALS: Record<Refusal, string> = {
  malformed: "Die Adresse ist nicht lesbar.",
  scheme: "Nur Adressen mit http oder https werden abgerufen.",
  user_info: "Adressen mit Anmeldedaten werden nicht abgerufen.",
  port: "Nur die üblichen Ports 80 und 443 werden abgerufen.",
  ip_literal: "Eine IP-Adresse ist keine Website einer Firma.",
  host: "Der Name der Website ist nicht gültig.",
  local_name: "Der Name gehört in ein internes Netz.",
  suffix: "Die Endung der Adresse gibt es nicht.",
  not_public: "Der Name führt in ein internes Netz.",
};

/** A page could not be had or read. `message` is a German sentence that holds nothing from outside. */
export class SiteError extends Error {
  readonly reason: SiteErrorReason;
  /** The rule that refused the address; null for every other reason. */
  readonly refusal: Refusal | null;

  private constructor(
    reason: SiteErrorReason,
    refusal: Refusal | null,
    message: string,
    cause: unknown,
  ) {
    super(message, { cause });
    this.name = "SiteError";
    this.reason = reason;
    this.refusal = refusal;
  }

  static refused(refusal: Refusal): SiteError {
    return new SiteError("address", refusal, REFUSALS[refusal], undefined);
  }

  /** @param status of the answer, which is no success */
  static answered(status: number): SiteError {
    const message = `Die Website antwortet mit dem Fehler ${status}.`;
    return new SiteError("status", null, message, undefined);
  }

  static because(
    reason: Exclude<SiteErrorReason, "address" | "status">,
    cause?: unknown,
  ): SiteError {
    return new SiteError(reason, null, SENTENCES[reason], cause);
  }
}
