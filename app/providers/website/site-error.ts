const SENTENCES = {
  unreachable: "Die Website ist nicht erreichbar.",
  timeout: "Die Website hat nicht rechtzeitig geantwortet.",
  redirects: "Die Website leitet zu oft weiter.",
  content_type: "Die Adresse liefert keine Textseite.",
  encoding: "Die Seite ist auf eine Art gepackt, die nicht gelesen wird.",
  too_large: "Die Seite ist zu groß.",
  unreadable: "Die Seite lässt sich nicht lesen.",
  robots: "Die Website erlaubt das Auslesen nicht (robots.txt).",
  empty: "Auf der Website steht kein lesbarer Text.",
  scripts: "Die Website zeigt ihren Inhalt nur mit JavaScript.",
  // Refused by our own rules.
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
type SiteFault = keyof typeof SENTENCES;
/** `status`: the server answers with an error. */
export type SiteErrorReason = SiteFault | "status";

/** `message` is a German sentence without text from outside. */
export class SiteError extends Error {
  private constructor(
    readonly reason: SiteErrorReason,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = "SiteError";
  }

  static answered(status: number): SiteError {
    return new SiteError("status", `Die Website antwortet mit dem Fehler ${status}.`);
  }

  static because(reason: SiteFault, cause?: unknown): SiteError {
    return new SiteError(reason, SENTENCES[reason], cause);
  }
}
