import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { Card } from "~/components/card";
import { Field, fieldProps, IntentButton, Tick } from "~/components/field";
import { Notice } from "~/components/notice";
import { formatNumber } from "~/format/german";
import { formAction } from "~/http/form.server";
import { type FieldReply, formProblem, replyTo } from "~/http/form-reply";
import { loadPrices } from "~/jobs/ledger/cost.server";
import { findUsagePage } from "~/jobs/ledger/monthly-usage.server";
import { type SettingCard, settingCards } from "~/settings/setting-cards.server";
import { settingsForms } from "~/settings/settings-form.server";
import { findServiceCards } from "~/settings/settings-page.server";
import { SettingsPage } from "~/settings/ui/settings-frame";
import { ProviderCard } from "./provider-card";
import { UsageTable } from "./usage-table";

export const meta: MetaFunction = () => [{ title: "Einstellungen – Leadspeicher" }];

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { db, timeZone } = services;
  const now = Date.now();
  const month = new URL(request.url).searchParams.get("monat");
  return {
    cards: await findServiceCards(services, await loadPrices(db)),
    settings: await Promise.all(settingCards(services).map((card) => card.view(db, now))),
    usage: await findUsagePage(db, month, { now, timeZone }),
  };
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const by = { actor, now: Date.now(), signal: request.signal };
  return formAction(request, settingsForms(services, by));
}

export default function ServicesPage() {
  const { cards, settings, usage } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const configured = cards.filter((card) => card.configured).length;
  return (
    <SettingsPage
      ownForms={result === undefined ? [] : [result.intent]}
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
            {...(result?.sent.initialValue?.service === card.service && { result })}
          />
        ))}
      </div>
      {settings.map((card) => (
        <SettingCardForm
          key={card.id}
          card={card}
          reply={replyTo(result, ...Object.keys(card.buttons))}
          hints={result?.hints}
        />
      ))}
      <UsageTable usage={usage} />
    </SettingsPage>
  );
}

interface SettingCardProps {
  card: SettingCard;
  reply: FieldReply | undefined;
  hints: Record<string, string> | undefined;
}

function SettingCardForm({ card, reply, hints = {} }: SettingCardProps) {
  const { id, title, text, fields, buttons, isFixed } = card;
  return (
    <Card id={id} title={title} text={text}>
      <Form method="post" action={`/einstellungen#${id}`} preventScrollReset noValidate>
        <Notice className="mt-3">{formProblem(reply, ...fields.map(({ name }) => name))}</Notice>
        {fields.map(({ name, label, value = "", hint }) => {
          if (typeof value === "boolean") {
            const tick = { name, label, defaultChecked: value };
            return <Tick {...tick} key={name} className="mt-2" />;
          }
          const sentence = hints[name] ?? hint;
          const isNumber = typeof value === "number";
          return (
            <div key={name} className="mt-3">
              <Field
                {...fieldProps(reply, name, value)}
                id={`${id}-${name}`}
                label={label}
                className="max-w-[400px]"
                inputMode={isNumber ? "numeric" : undefined}
                required={isNumber}
                disabled={isFixed}
              />
              {sentence && <p className="mt-1 text-[13px] text-muted">{sentence}</p>}
            </div>
          );
        })}
        <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
          {Object.entries(isFixed ? {} : buttons).map(([intent, label]) => (
            <IntentButton key={intent} intent={intent} label={label} />
          ))}
        </div>
      </Form>
    </Card>
  );
}
