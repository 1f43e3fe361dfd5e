import { Form } from "@remix-run/react";
import { IntentButton } from "~/components/field";
import type { ImprintSettings } from "~/settings/team-settings";

/** What is read of companies' own pages, without any service. */
export function ImprintForm({ settings }: { settings: ImprintSettings }) {
  const tick = (name: keyof ImprintSettings, label: string) => (
    <label className="mt-2 flex items-start gap-2">
      <input type="checkbox" name={name} defaultChecked={settings[name]} className="mt-0.5" />
      {label}
    </label>
  );
  return (
    <section id="impressum" className="card mt-4 p-4" aria-labelledby="impressum-titel">
      <h2 id="impressum-titel">Impressum</h2>
      <p className="text-muted">
        Jede Firma nennt dort Adresse, Telefon und meist eine E-Mail. Das Lesen kostet nichts und
        spart Abfragen bei Anymailfinder.
      </p>
      <Form method="post" action="/einstellungen#impressum" preventScrollReset>
        {tick("isRead", "Impressum lesen")}
        {tick("personalEmail", "Auch persönliche Adressen aus dem Impressum übernehmen")}
        <IntentButton intent="imprint" className="button mt-3">
          Impressum speichern
        </IntentButton>
      </Form>
    </section>
  );
}
