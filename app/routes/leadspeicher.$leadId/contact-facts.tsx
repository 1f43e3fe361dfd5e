import { Mail, Phone } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Section } from "~/components/card";
import { CopyButton } from "~/components/copy-button";
import { ExternalLink } from "~/components/external-link";
import { FieldError, IntentButton, PostForm } from "~/components/field";
import type { Assessment } from "~/leads/assessment/get-assessment.server";
import { type ContactText, FIELD_NAMES, newManagers } from "~/leads/lead";
import type { LeadView } from "~/leads/list/lead-view.server";
import { ScoreDots } from "~/leads/ui/lead-facts";
import { JUDGED_FIELDS, PLAIN_TEXTS, type PlainText } from "~db/schema/lead-fields";
import { Value } from "./fields";
import { Fold } from "./fold";
import { usePanelForm } from "./use-panel-form";

const isJudged = (name: PlainText) => JUDGED_FIELDS.includes(name);
const DETAILS = [
  ...(["companyName", "domain", "website"] as const),
  ...PLAIN_TEXTS.filter((name) => !isJudged(name)),
];
export const FACTS = "grid grid-cols-[112px_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1";

export function ContactFacts({ lead }: { lead: LeadView }) {
  const { contacts } = lead;
  const others = lead.emails.filter(({ display }) => display !== lead.email?.display);
  // `CallCard` shows the first of each.
  const texts = { phone: [lead.phone ?? [], lead.phones], email: [lead.email ?? [], others] };
  return (
    <FactFold name="details" title="Firma, Domain und weitere Angaben">
      {DETAILS.map((name) => (
        <Entry key={name} label={FIELD_NAMES[name]}>
          <Value name={name}>{lead[name]}</Value>
        </Entry>
      ))}
      {(["phone", "email"] as const).map((name) => (
        <Entry key={name} label={`Weitere ${name === "phone" ? "Nummern" : "E-Mails"}`}>
          {[...texts[name].flat(), null].slice(1).map((value, index) => (
            <Contact key={indexKey(name, index)} value={value}>
              <Value name={name} at={index + 1}>
                {value?.display ?? ADD_LABEL}
              </Value>
            </Contact>
          ))}
        </Entry>
      ))}
      {contacts.length === 0 ? null : (
        <Entry label="Weitere Personen">
          <Managers lead={lead} />
          {[...contacts.slice(1), null].map((person, index) => (
            <Person key={indexKey("contacts", index)} person={person} at={index + 1} />
          ))}
        </Entry>
      )}
    </FactFold>
  );
}

export const ADD_LABEL = <span className="text-[13px] text-muted">+ ergänzen</span>;

/** Keys by index: an open field stays open while other users change the values. */
const indexKey = (name: string, at: number) => `${name} ${at}`;

/** Null offers to add another. */
export function Person({
  person,
  at,
}: {
  person: LeadView["contacts"][number] | null;
  at: number;
}) {
  return (
    <div className={`min-w-0 has-[form]:w-full ${person ? "w-full not-last:pb-1" : ""}`}>
      <Value name="contacts" at={at}>
        {person === null
          ? ADD_LABEL
          : [person.name, person.title].filter(Boolean).join("\n") || "ohne Namen"}
      </Value>
      {[person?.phone, person?.email].map(
        (one) => one && <Contact key={one.display} value={one} />,
      )}
      {person?.profileUrl && <ExternalLink href={person.profileUrl}>Profil</ExternalLink>}
    </div>
  );
}

/** Offers whom the Impressum names and nobody has confirmed yet. */
export function Managers({ lead: { contacts, imprint } }: { lead: LeadView }) {
  const { problem, onSubmit } = usePanelForm(["manager"]);
  const names = newManagers(imprint?.management, contacts);
  if (names.length === 0 && problem === undefined) return null;
  return (
    <PostForm
      fields={{ intent: "manager" }}
      className="w-full"
      preventScrollReset
      replace
      onSubmit={onSubmit}
    >
      {names.length > 0 && (
        <span className="text-[13px] text-muted">Geschäftsführung laut Impressum:</span>
      )}
      {names.map((name) => (
        <span key={name} className="flex flex-wrap items-baseline gap-x-2">
          {name}
          <button
            type="submit"
            name="manager"
            value={name}
            className="link min-h-6 cursor-pointer text-[13px]"
            aria-label={`${name} als Person übernehmen`}
          >
            als Person übernehmen
          </button>
        </span>
      ))}
      <FieldError role="alert">{problem}</FieldError>
    </PostForm>
  );
}

export function Judgement({ lead, assessment }: { lead: LeadView; assessment: Assessment | null }) {
  const hasJudgement = lead.salesReason !== null || lead.salesScore !== null;
  const isEdited = assessment?.editedFields.some((field) => field.startsWith("sales")) ?? true;
  const { problem, onSubmit } = usePanelForm(["refute"]);
  const values = [
    ["salesScore", <ScoreDots key="score" score={lead.salesScore} reason={null} />],
    ["salesReason", lead.salesReason],
    ...PLAIN_TEXTS.filter(isJudged).map((name) => [name, lead[name]] as const),
    ["companyType", lead.companyType],
    ["topics", lead.topics.join(", ") || null],
  ] as const;
  return (
    <Section title="Bewertung" className="">
      <dl className={`mt-2 ${FACTS}`}>
        {values.map(([name, value]) => (
          <Entry key={name} label={FIELD_NAMES[name]}>
            <Value name={name}>{value}</Value>
            {name === "salesReason" && hasJudgement && !isEdited ? (
              <PostForm preventScrollReset replace onSubmit={onSubmit}>
                <IntentButton
                  intent="refute"
                  label="Stimmt nicht"
                  className="link min-h-6 cursor-pointer text-[13px]"
                  title="Nimmt Bewertung und Begründung weg; das Sprachmodell setzt sie nicht wieder"
                />
                <FieldError role="alert">{problem}</FieldError>
              </PostForm>
            ) : null}
          </Entry>
        ))}
        {lead.alike && <Entry label="Passt">{lead.alike}</Entry>}
      </dl>
    </Section>
  );
}

export function ImprintFacts({ imprint }: { imprint: NonNullable<LeadView["imprint"]> }) {
  const facts = {
    Firma: imprint.legalName,
    Rechtsform: imprint.legalForm,
    Geschäftsführung: imprint.management.join(", "),
    Register: [imprint.registerCourt, imprint.registerNumber].filter(Boolean).join(" "),
    "USt-IdNr.": imprint.vatId,
    "Wirtschafts-IdNr.": imprint.economicId,
  };
  return (
    <FactFold name="imprint" title="Impressum">
      {Object.entries(facts).map(([label, fact]) => (
        <Entry key={label} label={label}>
          {fact}
        </Entry>
      ))}
    </FactFold>
  );
}

function FactFold({ children, ...fold }: ComponentProps<typeof Fold>) {
  return (
    <Fold {...fold}>
      <dl className={FACTS}>{children}</dl>
    </Fold>
  );
}

export function Entry({ label, children }: { label: string; children: ReactNode }) {
  if (!children || (Array.isArray(children) && children.length === 0)) return null;
  return (
    <div className="contents">
      <dt className="text-[13px] text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

/** A phone number or email address with its link; null offers to add another. */
export function Contact({ value, children }: { value: ContactText | null; children?: ReactNode }) {
  const verb = value?.href?.startsWith("tel:") ? "anrufen" : "schreiben";
  const Icon = verb === "anrufen" ? Phone : Mail;
  return (
    <span className="flex w-full min-w-0 items-center gap-1">
      <span className="min-w-0 wrap-anywhere has-[form]:grow">{children ?? value?.display}</span>
      {value?.mark && <span className="text-[13px] text-muted">({value.mark})</span>}
      {value?.href ? (
        <a className="icon-button" href={value.href} title={`${value.display} ${verb}`}>
          <Icon size={14} aria-hidden />
          <span className="sr-only">{`${value.display} ${verb}`}</span>
        </a>
      ) : null}
      {value && <CopyButton text={value.display} label={`${value.display} kopieren`} />}
    </span>
  );
}
