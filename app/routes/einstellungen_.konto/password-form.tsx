import { Form } from "@remix-run/react";
import { IntentButton, PasswordField } from "~/components/field";

/** Changes one's own password, or gives oneself the first. Nothing typed ever comes back. */
export function PasswordForm({
  page: { name, hasPassword, isByLink },
  errors,
}: {
  /** `isByLink`: the start link opened this session, and the present password is not asked for. */
  page: { name: string; hasPassword: boolean; isByLink: boolean };
  errors: Record<string, string>;
}) {
  return (
    <section className="mt-6" aria-labelledby="passwort-titel">
      <h2 id="passwort-titel">{hasPassword ? "Passwort ändern" : "Passwort festlegen"}</h2>
      <p className="text-muted">{introOf({ hasPassword, isByLink })}</p>
      <Form method="post" className="card mt-2 p-4" reloadDocument>
        {/* So that a password manager knows whose password it keeps. */}
        <input type="text" autoComplete="username" value={name} readOnly hidden />
        <div className="grid gap-3 sm:grid-cols-2">
          {hasPassword && !isByLink ? (
            <PasswordField
              id="current"
              name="current"
              label="Jetziges Passwort"
              className="sm:col-span-2 sm:w-[calc(50%-6px)]"
              autoComplete="current-password"
              error={errors.current}
            />
          ) : null}
          <PasswordField
            id="next"
            name="next"
            label="Neues Passwort (12 bis 128 Zeichen)"
            error={errors.next}
          />
          <PasswordField
            id="repeated"
            name="repeated"
            label="Neues Passwort wiederholen"
            error={errors.repeated}
          />
        </div>
        <IntentButton intent="password" className="button button-primary mt-4">
          {hasPassword ? "Passwort ändern" : "Passwort festlegen"}
        </IntentButton>
      </Form>
    </section>
  );
}

function introOf({ hasPassword, isByLink }: { hasPassword: boolean; isByLink: boolean }): string {
  if (!hasPassword) {
    return "Bisher führt nur der Link herein, den der Server bei seinem Start ausgibt. Ab dem nächsten Start fragt er stattdessen nach Name und Passwort.";
  }
  const ended = "Danach sind alle anderen Sitzungen beendet.";
  return isByLink
    ? `Diese Sitzung kam mit dem Link des Servers herein. Wer ihn hat, darf das Passwort vergessen haben: Das jetzige ist hier nicht nötig. ${ended}`
    : ended;
}
