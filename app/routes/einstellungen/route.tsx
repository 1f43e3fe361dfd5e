import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatNumber } from "~/format/german";
import { formAction } from "~/http/form.server";
import { settingsForms } from "~/settings/settings-form.server";
import { findSettingsPage } from "~/settings/settings-page.server";
import { SettingsFrame } from "~/settings/ui/settings-frame";
import { ImprintForm } from "./imprint-form";
import { ProviderCard } from "./provider-card";
import { UsageTable } from "./usage-table";

export const meta: MetaFunction = () => [{ title: "Einstellungen – Leadspeicher" }];

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const month = new URL(request.url).searchParams.get("monat");
  return findSettingsPage(services, month, Date.now());
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const by = { actor, now: Date.now(), signal: request.signal };
  return formAction(request, settingsForms(services, by));
}

export default function SettingsPage() {
  const { cards, usage, imprint } = useLoaderData<typeof loader>();
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
      <ImprintForm settings={imprint} />
      <UsageTable usage={usage} />
    </SettingsFrame>
  );
}
