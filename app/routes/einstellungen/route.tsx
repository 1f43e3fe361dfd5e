import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Field, replied, Tick } from "~/components/field";
import { formatNumber } from "~/format/german";
import { formAction } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { loadPrices } from "~/jobs/ledger/cost.server";
import { findUsagePage } from "~/jobs/ledger/monthly-usage.server";
import { settingsForms } from "~/settings/settings-form.server";
import { findSettingsPage } from "~/settings/settings-page.server";
import { SettingsCard, SettingsPage } from "~/settings/ui/settings-frame";
import { ProviderCard } from "./provider-card";
import { RetentionForm } from "./retention-form";
import { UsageTable } from "./usage-table";

export const meta: MetaFunction = () => [{ title: "Einstellungen – Leadspeicher" }];

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { db, timeZone } = services;
  const now = Date.now();
  const month = new URL(request.url).searchParams.get("monat");
  const contact = { value: await services.findOsmContact(), isFixed: services.isOsmContactFixed };
  const page = await findSettingsPage(services, await loadPrices(db), now);
  return { ...page, usage: await findUsagePage(db, month, { now, timeZone }), contact };
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const by = { actor, now: Date.now(), signal: request.signal };
  return formAction(request, settingsForms(services, by));
}

export default function ServicesPage() {
  const { cards, usage, imprint, retention, contact } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const configured = cards.filter((card) => card.configured).length;
  return (
    <SettingsPage
      facts={`${formatNumber(configured)} von ${formatNumber(cards.length)} Diensten eingerichtet.`}
      actions={
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
      <SettingsCard
        id="openstreetmap"
        title="OpenStreetMap"
        text="Findet Firmen kostenlos und ohne Schlüssel. Betrieben wird das von Freiwilligen, die wissen wollen, wen sie bei Rückfragen erreichen: Mit einem Kontakt geht die Suche schneller. Wer täglich viel sucht, braucht einen eigenen oder bezahlten Server; wer den Leadspeicher betreut, richtet ihn ein."
        buttons={contact.isFixed ? {} : { contact: "Kontakt speichern" }}
      >
        <Field
          {...replied(replyTo(result, "contact"), "contact", contact.value ?? "")}
          label={
            contact.isFixed ? "Kontakt (vom Server vorgegeben)" : "Kontakt (E-Mail oder Seite)"
          }
          id="osm-kontakt"
          className="mt-3 max-w-[400px]"
          disabled={contact.isFixed}
        />
      </SettingsCard>
      <SettingsCard
        id="impressum"
        title="Impressum"
        text="Jede Firma nennt dort Adresse, Telefon und meist eine E-Mail. Das Lesen kostet nichts und spart Abfragen bei Anymailfinder."
        buttons={{ imprint: "Impressum speichern" }}
      >
        <Tick
          name="isRead"
          label="Impressum lesen"
          defaultChecked={imprint.isRead}
          className="mt-2"
        />
        <Tick
          name="personalEmail"
          label="Auch persönliche Adressen aus dem Impressum übernehmen"
          defaultChecked={imprint.personalEmail}
          className="mt-2"
        />
      </SettingsCard>
      <RetentionForm
        retention={retention}
        reply={replyTo(result, "retention", "retention-preview")}
        preview={result?.outdated}
      />
      <UsageTable usage={usage} />
    </SettingsPage>
  );
}
