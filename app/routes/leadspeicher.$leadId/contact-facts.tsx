import { Mail, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { Section } from "~/components/card";
import { CopyButton } from "~/components/copy-button";
import { ExternalLink } from "~/components/external-link";
import { IntentButton, PostForm } from "~/components/field";
import type { Assessment } from "~/leads/assessment/get-assessment.server";
import { type ContactText, FIELD_NAMES } from "~/leads/lead";
import type { LeadView } from "~/leads/list/lead-view.server";
import { ScoreDots } from "~/leads/ui/lead-facts";
import { JUDGED_FIELDS, PLAIN_TEXTS, type PlainText } from "~db/schema/lead-fields";
import { Value } from "./fields";

const isJudged = (name: PlainText) => JUDGED_FIELDS.includes(name);
export const FACTS = "grid grid-cols-[104px_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1";

export function ContactFacts({ lead }: { lead: LeadView }) {
  const { address, contacts, imprint } = lead;
  const isKnown = (name: string) => contacts.some((one) => one.name && name.endsWith(one.name));
  const others = lead.emails.filter(({ display }) => display !== lead.email?.display);
  const texts = { phone: [lead.phone ?? [], lead.phones], email: [lead.email ?? [], others] };
  return (
    <FactList id="kontakt" title="Kontakt">
      {(["phone", "email"] as const).map((name) => (
        <Entry key={name} label={FIELD_NAMES[name]}>
          {[...texts[name].flat(), null].map((value, at) => (
            <Contact key={indexKey(name, at)} value={value}>
              <Value name={name} at={at}>
                {value?.display ?? ADD_LABEL}
              </Value>
            </Contact>
          ))}
        </Entry>
      ))}
      <Entry label="Personen">
        {imprint?.management.map((name) =>
          isKnown(name) ? null : (
            <div key={name} className="pb-1">
              {name} <span className="text-[13px] text-muted">laut Impressum</span>
            </div>
          ),
        )}
        {[...contacts, null].map((person, at) => (
          <div key={indexKey("contacts", at)} className="pb-1">
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
        ))}
      </Entry>
      {(["companyName", "website", "domain"] as const).map((name) => (
        <Entry key={name} label={FIELD_NAMES[name]}>
          <Value name={name}>{lead[name]}</Value>
        </Entry>
      ))}
      {PLAIN_TEXTS.map((name) =>
        isJudged(name) ? null : (
          <Entry key={name} label={FIELD_NAMES[name]}>
            <Value name={name}>{lead[name]}</Value>
          </Entry>
        ),
      )}
      <Entry label="Adresse">
        <span className="flex items-start gap-1">
          <span className="min-w-0 grow">
            <Value name="street">
              {[address, lead.federalState].filter(Boolean).join("\n") || null}
            </Value>
          </span>
          {address && <CopyButton text={address} label="Adresse kopieren" />}
        </span>
      </Entry>
    </FactList>
  );
}

const ADD_LABEL = <span className="text-[13px] text-muted">+ ergänzen</span>;

/** Keys by index: an open field stays open while other users change the values. */
const indexKey = (name: string, at: number) => `${name} ${at}`;

export function Judgement({ lead, assessment }: { lead: LeadView; assessment: Assessment | null }) {
  const hasJudgement = lead.salesReason !== null || lead.salesScore !== null;
  const isEdited = assessment?.editedFields.some((field) => field.startsWith("sales")) ?? true;
  const values = [
    ["salesScore", <ScoreDots key="score" score={lead.salesScore} reason={null} />],
    ["salesReason", lead.salesReason],
    ...PLAIN_TEXTS.filter(isJudged).map((name) => [name, lead[name]] as const),
    ["companyType", lead.companyType],
    ["topics", lead.topics.join(", ") || null],
  ] as const;
  return (
    <FactList title="Bewertung">
      {values.map(([name, value]) => (
        <Entry key={name} label={FIELD_NAMES[name]}>
          <Value name={name}>{value}</Value>
          {name === "salesReason" && hasJudgement && !isEdited ? (
            <PostForm preventScrollReset replace>
              <IntentButton
                intent="refute"
                label="Stimmt nicht"
                className="link min-h-6 cursor-pointer text-[13px]"
                title="Nimmt Bewertung und Begründung weg; das Sprachmodell setzt sie nicht wieder"
              />
            </PostForm>
          ) : null}
        </Entry>
      ))}
    </FactList>
  );
}

export function ImprintFacts({ imprint }: { imprint: NonNullable<LeadView["imprint"]> }) {
  const facts = {
    Firma: imprint.legalName,
    Rechtsform: imprint.legalForm,
    Leitung: imprint.management.join(", "),
    Register: [imprint.registerCourt, imprint.registerNumber].filter(Boolean).join(" "),
    "USt-IdNr.": imprint.vatId,
  };
  return (
    <FactList title="Impressum">
      {Object.entries(facts).map(([label, fact]) => (
        <Entry key={label} label={label}>
          {fact}
        </Entry>
      ))}
    </FactList>
  );
}

function FactList({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <Section id={id} title={title} className="scroll-mt-32">
      <dl className={`mt-2 ${FACTS}`}>{children}</dl>
    </Section>
  );
}

export function Entry({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div className="contents">
      <dt className="text-[13px] text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

/** A phone number or email address with its link; null offers to add another. */
function Contact({ value, children }: { value: ContactText | null; children?: ReactNode }) {
  const verb = value?.href?.startsWith("tel:") ? "anrufen" : "schreiben";
  const Icon = verb === "anrufen" ? Phone : Mail;
  return (
    <span className="flex items-center gap-1">
      <span className="relative min-w-0 grow truncate">{children ?? value?.display}</span>
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
