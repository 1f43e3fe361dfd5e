import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { Field, IntentButton } from "~/components/field";
import { formatNumber } from "~/format/german";
import { formAction } from "~/http/form.server";
import { type FieldReply, replyTo } from "~/http/form-reply";
import { settingsForms } from "~/settings/settings-form.server";
import { findSettingsPage } from "~/settings/settings-page.server";
import type { ImprintSettings } from "~/settings/team-settings";
import { SettingsFrame } from "~/settings/ui/settings-frame";
import { ProviderCard } from "./provider-card";
import { RetentionForm } from "./retention-form";
import { UsageTable } from "./usage-table";

export const meta: MetaFunction = () => [{ title: "Einstellungen – Leadspeicher" }];

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const month = new URL(request.url).searchParams.get("monat");
  const contact = { value: await services.findOsmContact(), isFixed: services.isOsmContactFixed };
  return { ...(await findSettingsPage(services, month, Date.now())), contact };
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const by = { actor, now: Date.now(), signal: request.signal };
  return formAction(request, settingsForms(services, by));
}

export default function SettingsPage() {
  const { cards, usage, imprint, retention, contact } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const configured = cards.filter((card) => card.configured).length;
  return (
    <SettingsFrame
      facts={`${formatNumber(configured)} von ${formatNumber(cards.length)} Diensten eingerichtet.`}
      action={
        <a className="button" href="#verbrauch">
          Verbrauch
        </a>
      }
    >
      <div className="mt-4 space-y-4">
        {cards.map((card) => (
          <ProviderCard
            key={card.service}
            card={card}
            result={result?.sent.initialValue?.service === card.service ? result : undefined}
          />
        ))}
      </div>
      <ContactForm {...contact} reply={replyTo(result, "contact")} />
      <ImprintForm settings={imprint} />
      <RetentionForm
        retention={retention}
        reply={replyTo(result, "retention", "retention-preview")}
        preview={result?.outdated}
      />
      <UsageTable usage={usage} />
    </SettingsFrame>
  );
}

interface ContactProps {
  value: string | null;
  isFixed: boolean;
  reply: FieldReply | undefined;
}

/** Who asks OpenStreetMap, which needs no key. */
function ContactForm({ value, isFixed, reply }: ContactProps) {
  return (
    <section id="openstreetmap" className="card mt-4 p-4" aria-labelledby="openstreetmap-titel">
      <h2 id="openstreetmap-titel">OpenStreetMap</h2>
      <p className="text-muted">
        Sucht ohne Schlüssel. Die Betreiber der öffentlichen Server wollen wissen, wen sie erreichen
        können; ohne Kontakt fragt der Leadspeicher langsamer. Wer täglich sucht, braucht einen
        eigenen oder bezahlten Server: OVERPASS_BASE_URL, Anleitung in docs/operating.md.
      </p>
      <Form method="post" action="/einstellungen#openstreetmap" preventScrollReset>
        <Field
          label={isFixed ? "Kontakt (aus OSM_CONTACT)" : "Kontakt (E-Mail oder Seite)"}
          id="osm-kontakt"
          name="contact"
          className="mt-3 max-w-[400px]"
          defaultValue={reply?.values.contact ?? value ?? ""}
          disabled={isFixed}
          error={reply?.errors.contact}
        />
        {isFixed ? null : (
          <IntentButton intent="contact" className="button mt-3">
            Kontakt speichern
          </IntentButton>
        )}
      </Form>
    </section>
  );
}

/** What is read of companies' own pages, without any service. */
function ImprintForm({ settings }: { settings: ImprintSettings }) {
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
