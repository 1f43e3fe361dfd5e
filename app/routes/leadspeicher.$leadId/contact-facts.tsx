import { Form } from "@remix-run/react";
import { Mail, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { CopyButton } from "~/components/copy-button";
import { ExternalLink } from "~/components/external-link";
import { IntentButton } from "~/components/field";
import type { Assessment } from "~/leads/assessment/get-assessment.server";
import { ofPlainTexts, PLAIN_TEXTS } from "~/leads/fields";
import { type ContactText, FIELD_NAMES } from "~/leads/lead";
import type { LeadView } from "~/leads/list/lead-view.server";
import { ScoreDots } from "~/leads/ui/lead-facts";
import { Value } from "./fields";

export const FACTS = "grid grid-cols-[104px_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1";

export function ContactFacts({ lead }: { lead: LeadView }) {
  const { address, contacts, imprint } = lead;
  const isKnown = (name: string) => contacts.some((one) => one.name && name.endsWith(one.name));
  const phones = [lead.phone ?? [], lead.phones].flat();
  const others = lead.emails.filter(({ display }) => display !== lead.email?.display);
  const emails = [lead.email ?? [], others].flat();
  return (
    <section id="kontakt" className="scroll-mt-32" aria-labelledby="kontakt-titel">
      <h2 id="kontakt-titel">Kontakt</h2>
      <dl className={`mt-2 ${FACTS}`}>
        {(
          [
            ["phone", phones],
            ["email", emails],
          ] as const
        ).map(([name, known]) => (
          <Entry key={name} label={FIELD_NAMES[name]}>
            {[...known, null].map((value, at) => (
              <Contact key={placeKey(name, at)} value={value}>
                <Value name={name} at={at}>
                  {value?.display ?? FURTHER}
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
            <div key={placeKey("contacts", at)} className="pb-1">
              <Value name="contacts" at={at}>
                {person === null
                  ? FURTHER
                  : [person.name, person.title].filter(Boolean).join("\n") || "ohne Namen"}
              </Value>
              {[person?.phone, person?.email].map((one) =>
                one ? <Contact key={one.display} value={one} /> : null,
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
      </dl>
    </section>
  );
}

/** Room for one more. */
const FURTHER = <span className="text-[13px] text-muted">+ ergänzen</span>;

/** An open field stays with its place in a list whose values others change. */
const placeKey = (name: string, at: number) => `${name} ${at}`;

const JUDGED = ["salesScore", "salesReason", ...PLAIN_TEXTS, "companyType", "topics"] as const;

/** What the team thinks of the company, and what a machine did where nobody has. */
export function Judgement({ lead, assessment }: { lead: LeadView; assessment: Assessment | null }) {
  const isJudged = lead.salesReason !== null || lead.salesScore !== null;
  const isTheirs = assessment?.editedFields.some((field) => field.startsWith("sales")) ?? true;
  const values = {
    salesScore: <ScoreDots score={lead.salesScore} reason={null} />,
    salesReason: lead.salesReason,
    ...ofPlainTexts((name) => lead[name]),
    companyType: lead.companyType,
    topics: lead.topics.join(", ") || null,
  };
  return (
    <section aria-labelledby="bewertung-titel">
      <h2 id="bewertung-titel">Bewertung</h2>
      <dl className={`mt-2 ${FACTS}`}>
        {JUDGED.map((name) => (
          <Entry key={name} label={FIELD_NAMES[name]}>
            <Value name={name}>{values[name]}</Value>
            {name === "salesReason" && isJudged && !isTheirs ? (
              <Form method="post" preventScrollReset replace>
                <IntentButton
                  intent="refute"
                  className="link min-h-6 cursor-pointer text-[13px]"
                  title="Nimmt Bewertung und Begründung weg; das Sprachmodell setzt sie nicht wieder"
                >
                  Stimmt nicht
                </IntentButton>
              </Form>
            ) : null}
          </Entry>
        ))}
      </dl>
    </section>
  );
}

/** What the company says of itself in its Impressum. */
export function ImprintFacts({ imprint }: { imprint: NonNullable<LeadView["imprint"]> }) {
  const facts = {
    Firma: imprint.legalName,
    Rechtsform: imprint.legalForm,
    Leitung: imprint.management.join(", "),
    Register: [imprint.registerCourt, imprint.registerNumber].filter(Boolean).join(" "),
    "USt-IdNr.": imprint.vatId,
  };
  return (
    <section aria-labelledby="impressum-titel">
      <h2 id="impressum-titel">Impressum</h2>
      <dl className={`mt-2 ${FACTS}`}>
        {Object.entries(facts).map(([label, fact]) =>
          fact ? (
            <Entry key={label} label={label}>
              {fact}
            </Entry>
          ) : null,
        )}
      </dl>
    </section>
  );
}

export function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-[13px] text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

/** A number or an address with what can be done with it; null for the place of a further one. */
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
