import { Form, useNavigation } from "@remix-run/react";
import { Check, ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import {
  Field,
  FieldError,
  fieldProps,
  IntentButton,
  PasswordField,
  PostForm,
} from "~/components/field";
import { Notice } from "~/components/notice";
import { formatNumber } from "~/format/german";
import { type FormReply, replyTo } from "~/http/form-reply";
import { isSpent, type KeyCheck, PRICES } from "~/providers/services";
import { SERVICE_USES } from "~/settings/service-uses";
import type { CardReply } from "~/settings/settings-form.server";
import type { ServiceCard } from "~/settings/settings-page.server";
import { KeySteps, TopUp } from "./provider-texts";

type CardResult = FormReply & CardReply;

export function ProviderCard({ card, result }: { card: ServiceCard; result?: CardResult }) {
  const { service, name, origin } = card;
  const { purpose, price } = SERVICE_USES[service];
  const limitsReply = replyTo(result, "limits");
  const form = {
    action: `/einstellungen#${service}`,
    fields: { service },
    preventScrollReset: true,
  };
  return (
    <section id={service} className="card scroll-mt-4" aria-labelledby={`${service}-name`}>
      <div className="p-4">
        <div className="flex flex-wrap items-start justify-between gap-x-3">
          <h2 id={`${service}-name`}>{name}</h2>
          {origin === null ? (
            <span className="badge mt-0.5">Nicht eingerichtet</span>
          ) : (
            <span className="badge badge-good mt-0.5">
              <Check size={12} aria-hidden />
              {origin === "env" ? "In der Serverkonfiguration hinterlegt" : "Eingerichtet"}
            </span>
          )}
        </div>
        <p className="mt-0.5 text-muted">{purpose}</p>
        <p className="mt-0.5 text-muted">Kosten: {price}</p>
        {card.model && (
          <p className="mt-0.5 break-words text-muted">
            Modell: <strong className="font-medium text-text">{card.model}</strong>
          </p>
        )}
        <Notice tone="hint" className="mt-3">
          {card.isUnreadable &&
            "Der gespeicherte Schlüssel lässt sich nicht mehr lesen, weil sich das Geheimnis des Servers geändert hat. Bitte neu eingeben."}
        </Notice>
        {result?.check && (
          <Notice tone={toneOf(result.check)} className="mt-3">
            <p>
              {result.check.message} {isSpent(result.check) && <TopUp service={service} />}
            </p>
            {result.draft && (
              <>
                <p className="mt-1">Der Schlüssel ist nicht gespeichert.</p>
                <PostForm {...form} fields={{ service, draft: result.draft }}>
                  <IntentButton
                    intent="save-anyway"
                    label="Trotzdem speichern"
                    className="button mt-2"
                  />
                </PostForm>
              </>
            )}
          </Notice>
        )}
        <KeyForm
          card={card}
          fault={replyTo(result, "save", "save-anyway", "test", "remove")?.errors.key}
        />
      </div>
      <CardRow title="Woher kommt der Schlüssel?">
        {origin === "env" && (
          <p className="mb-2">
            Dieser Schlüssel ist in der Umgebung des Servers gesetzt und lässt sich nur dort ändern.
          </p>
        )}
        <KeySteps service={service} />
      </CardRow>
      <CardRow title="Grenzen und Preis" isOpen={limitsReply !== undefined}>
        <PostForm {...form}>
          <Notice className="mb-3">{limitsReply?.problem}</Notice>
          <p>
            Gelten für alle Läufe zusammen. Ein leeres Feld ist der Standard. Ist die Monatsgrenze
            erreicht, werden keine weiteren Aufrufe gemacht; was gefunden ist, bleibt.
          </p>
          <div className="mt-3 grid gap-3 sm:grid-cols-3">
            {limitFields(card).map(([name, label, placeholder, value]) => {
              const shown = fieldProps(
                limitsReply,
                name,
                value === null ? "" : formatAmount(value),
              );
              return (
                <Field
                  {...{ label, placeholder, ...shown }}
                  key={`${name} ${shown.defaultValue}`}
                  id={`${service}-${name}`}
                  inputMode={name === "price" || name.includes("-") ? "decimal" : "numeric"}
                  autoComplete="off"
                  maxLength={40}
                />
              );
            })}
          </div>
          <IntentButton
            intent="limits"
            label="Grenzen und Preis speichern"
            className="button mt-3"
          />
        </PostForm>
      </CardRow>
      {(origin === "database" || card.isUnreadable) && (
        <CardRow title="Entfernen">
          <PostForm {...form}>
            <p>
              Ohne den Schlüssel wird {name} nicht mehr aufgerufen. Gespeicherte Leads und
              Ergebnisse bleiben.
            </p>
            <IntentButton intent="remove" label="Ja, Schlüssel entfernen" className="button mt-3" />
          </PostForm>
        </CardRow>
      )}
    </section>
  );
}

function toneOf(check: KeyCheck) {
  if (isSpent(check)) return "warn";
  return check.ok ? "good" : "bad";
}

const { format: formatAmount } = new Intl.NumberFormat("de-DE", { maximumFractionDigits: 6 });

function limitFields({ service, limits, price, partPrices }: ServiceCard) {
  const usual = (value: number) => `Standard: ${formatNumber(value)}`;
  const { maxConcurrent, maxPerMinute } = limits.defaults;
  return [
    ["maxConcurrent", "Gleichzeitige Aufrufe", usual(maxConcurrent), limits.maxConcurrent],
    ["maxPerMinute", "Aufrufe je Minute", usual(maxPerMinute), limits.maxPerMinute],
    ["monthlyCeiling", "Monatsgrenze", "keine", limits.monthlyCeiling],
    ["price", `Preis in € ${PRICES[service].unit}`, "nicht bekannt", price],
    ...partPrices.map(
      ([id, own]) => [id, `Preis in € ${PRICES[id].unit}`, "nicht bekannt", own] as const,
    ),
  ] as const;
}

function CardRow(row: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details className="group border-line border-t" open={row.isOpen ?? false}>
      <summary className="flex min-h-10 cursor-pointer select-none list-none items-center gap-2 px-4 hover:bg-sunken focus-visible:-outline-offset-2 group-last:rounded-b-md">
        <ChevronRight size={16} className="flex-none text-muted group-open:rotate-90" aria-hidden />
        {row.title}
      </summary>
      <div className="px-4 pt-1 pb-4 text-muted md:pl-10">{row.children}</div>
    </details>
  );
}

function KeyForm({ card, fault }: { card: ServiceCard; fault: string | undefined }) {
  const { service, origin } = card;
  const sent = useNavigation().formData;
  const intent = sent?.get("service") === service ? sent.get("intent") : null;
  const form = useRef<HTMLFormElement>(null);
  const wasSending = useRef(false);
  const isSending = intent !== null;
  // Clears the key once it is sent.
  useEffect(() => {
    if (wasSending.current && !isSending) form.current?.reset();
    wasSending.current = isSending;
  }, [isSending]);
  const isFixed = origin === "env";
  const below = isFixed ? "" : "md:mt-6";
  return (
    <Form
      ref={form}
      method="post"
      action={`/einstellungen#${service}`}
      className="mt-3 flex flex-wrap items-start gap-2"
      preventScrollReset
    >
      <input type="hidden" name="service" value={service} />
      {isFixed ? null : (
        <>
          <PasswordField
            id={`${service}-key`}
            name="key"
            autoComplete="off"
            spellCheck={false}
            label={origin === null ? "Schlüssel" : "Neuer Schlüssel"}
            className="min-w-0 grow basis-64"
            error={fault}
          />
          <IntentButton intent="save" className={`button ${below}`} disabled={isSending}>
            {intent === "save" ? "Prüft …" : "Speichern"}
          </IntentButton>
        </>
      )}
      {origin === null ? null : (
        <IntentButton
          intent="test"
          className={`button ${below}`}
          disabled={isSending}
          formNoValidate
        >
          {intent === "test" ? "Prüft …" : "Testen"}
        </IntentButton>
      )}
      {isFixed ? <FieldError role="alert">{fault}</FieldError> : null}
    </Form>
  );
}
