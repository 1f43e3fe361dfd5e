import { Form } from "@remix-run/react";
import { Check, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Field, IntentButton } from "~/components/field";
import { Notice } from "~/components/notice";
import { formatNumber } from "~/format/german";
import { type FieldReply, type FormReply, replyTo } from "~/http/form-reply";
import { isSpent, PRICES } from "~/providers/services";
import { SERVICE_USES } from "~/settings/service-uses";
import type { CardReply } from "~/settings/settings-form.server";
import type { ServiceCard } from "~/settings/settings-page.server";
import { KeyForm } from "./key-form";
import { KeySteps, TopUp } from "./provider-texts";

type CardResult = FormReply & CardReply;

/** A service: what it is for, whether it has a key, the field for one, and where keys and limits come from. */
export function ProviderCard({
  card,
  result,
}: {
  card: ServiceCard;
  result: CardResult | undefined;
}) {
  const { service, name, origin } = card;
  const { purpose, price } = SERVICE_USES[service];
  const keyReply = replyTo(result, "save", "save-anyway", "remove");
  const limitsReply = replyTo(result, "limits");
  return (
    <section id={service} className="card scroll-mt-4" aria-labelledby={`${service}-name`}>
      <div className="p-4">
        <div className="flex flex-wrap items-start justify-between gap-x-3">
          <h2 id={`${service}-name`}>{name}</h2>
          <StateBadge origin={origin} />
        </div>
        <p className="mt-0.5 text-muted">{purpose}</p>
        <p className="mt-0.5 text-muted">Kosten: {price}</p>
        {card.model === null ? null : (
          <p className="mt-0.5 break-words text-muted">
            Modell: <strong className="font-medium text-text">{card.model}</strong>
          </p>
        )}
        {card.isUnreadable ? (
          <Notice tone="hint" className="mt-3">
            Der gespeicherte Schlüssel lässt sich nicht mehr lesen, weil sich das Geheimnis des
            Servers geändert hat. Bitte neu eingeben.
          </Notice>
        ) : null}
        <ResultNotice card={card} result={result} />
        <KeyForm card={card} fault={keyReply?.errors.key} />
      </div>
      <CardRow title="Woher kommt der Schlüssel?">
        {origin === "env" ? (
          <p className="mb-2">
            Dieser Schlüssel ist in der Umgebung des Servers gesetzt und lässt sich nur dort ändern.
          </p>
        ) : null}
        <KeySteps service={service} />
      </CardRow>
      <CardRow title="Grenzen und Preis" isOpen={limitsReply !== undefined}>
        <LimitsForm card={card} reply={limitsReply} />
      </CardRow>
      {origin === "database" || card.isUnreadable ? (
        <CardRow title="Entfernen">
          <Form method="post" action={`/einstellungen#${service}`} preventScrollReset>
            <input type="hidden" name="service" value={service} />
            <p>
              Ohne den Schlüssel wird {name} nicht mehr aufgerufen. Gespeicherte Leads und
              Ergebnisse bleiben.
            </p>
            <IntentButton intent="remove" className="button mt-3">
              Ja, Schlüssel entfernen
            </IntentButton>
          </Form>
        </CardRow>
      ) : null}
    </section>
  );
}

/** A further row of a card, closed until it is wanted. */
function CardRow({
  title,
  isOpen = false,
  children,
}: {
  title: string;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details className="group border-line border-t" open={isOpen}>
      <summary className="flex min-h-10 cursor-pointer select-none list-none items-center gap-2 px-4 hover:bg-sunken focus-visible:-outline-offset-2 group-last:rounded-b-md">
        <ChevronRight size={16} className="flex-none text-muted group-open:rotate-90" aria-hidden />
        {title}
      </summary>
      <div className="px-4 pt-1 pb-4 text-muted md:pl-10">{children}</div>
    </details>
  );
}

function StateBadge({ origin }: { origin: ServiceCard["origin"] }) {
  if (origin === null) return <span className="badge mt-0.5">Nicht eingerichtet</span>;
  return (
    <span className="badge badge-good mt-0.5">
      <Check size={12} aria-hidden />
      {origin === "env" ? "In der Serverkonfiguration hinterlegt" : "Eingerichtet"}
    </span>
  );
}

function ResultNotice({ card, result }: { card: ServiceCard; result: CardResult | undefined }) {
  if (result?.check === undefined) return null;
  const { ok, message } = result.check;
  const hasNoCredit = isSpent(result.check);
  return (
    <Notice tone={hasNoCredit ? "warn" : ok ? "good" : "bad"} className="mt-3">
      <p>
        {message} {hasNoCredit ? <TopUp service={card.service} /> : null}
      </p>
      {result.draft === undefined ? null : (
        <>
          <p className="mt-1">Der Schlüssel ist nicht gespeichert.</p>
          <Form method="post" action={`/einstellungen#${card.service}`} preventScrollReset>
            <input type="hidden" name="service" value={card.service} />
            <input type="hidden" name="draft" value={result.draft} />
            <IntentButton intent="save-anyway" className="button mt-2">
              Trotzdem speichern
            </IntentButton>
          </Form>
        </>
      )}
    </Notice>
  );
}

/** Limits of a service, for all jobs together, and what it costs. */
function LimitsForm({
  card: { service, limits, price },
  reply,
}: {
  card: ServiceCard;
  reply: FieldReply | undefined;
}) {
  const field = (name: string, label: string, placeholder: string, value: number | null) => {
    const stored = value === null ? "" : formatAmount(value);
    // A field that was sent empty is not among the values.
    const shown = reply === undefined ? stored : (reply.values[name] ?? "");
    return (
      <Field
        key={`${name} ${shown}`}
        id={`${service}-${name}`}
        name={name}
        label={label}
        inputMode={name === "price" ? "decimal" : "numeric"}
        autoComplete="off"
        maxLength={40}
        placeholder={placeholder}
        defaultValue={shown}
        error={reply?.errors[name]}
      />
    );
  };
  const usual = (name: "maxConcurrent" | "maxPerMinute") =>
    `Standard: ${formatNumber(limits.defaults[name])}`;
  return (
    <Form method="post" action={`/einstellungen#${service}`} preventScrollReset>
      <input type="hidden" name="service" value={service} />
      <p>
        Gelten für alle Läufe zusammen. Ein leeres Feld ist der Standard. Ist die Monatsgrenze
        erreicht, werden keine weiteren Aufrufe gemacht; was gefunden ist, bleibt.
      </p>
      <div className="mt-3 grid gap-3 sm:grid-cols-3">
        {field(
          "maxConcurrent",
          "Gleichzeitige Aufrufe",
          usual("maxConcurrent"),
          limits.maxConcurrent,
        )}
        {field("maxPerMinute", "Aufrufe je Minute", usual("maxPerMinute"), limits.maxPerMinute)}
        {field("monthlyCeiling", "Monatsgrenze", "keine", limits.monthlyCeiling)}
        {field("price", `Preis in € ${PRICES[service].unit}`, "nicht bekannt", price)}
      </div>
      <IntentButton intent="limits" className="button mt-3">
        Grenzen und Preis speichern
      </IntentButton>
    </Form>
  );
}

const { format: formatAmount } = new Intl.NumberFormat("de-DE", { maximumFractionDigits: 6 });
