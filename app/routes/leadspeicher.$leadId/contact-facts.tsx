import type { ReactNode } from "react";
import { CopyButton } from "~/components/copy-button";
import { ExternalLink, safeHref } from "~/components/external-link";
import { Time } from "~/components/time";
import type { ContactText } from "~/leads/lead";
import type { LeadView } from "~/leads/list/lead-view.server";
import { ContactLink, ScoreDots } from "~/leads/ui/lead-facts";

export const FACTS = "grid grid-cols-[104px_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2";

export function ContactFacts({ lead }: { lead: LeadView }) {
  const others = lead.emails.filter(({ display }) => display !== lead.email?.display);
  return (
    <dl className={FACTS}>
      <Entry label="Telefon">
        {[lead.phone, ...lead.phones].map((phone) => (
          <Contact key={phone?.display ?? ""} value={phone} label="Telefonnummer kopieren" />
        ))}
      </Entry>
      <Entry label="E-Mail">
        {[lead.email, ...others].map((email) => (
          <Contact key={email?.display ?? ""} value={email} label="E-Mail-Adresse kopieren" />
        ))}
      </Entry>
      <Entry label="Adresse">
        {lead.address === null ? null : (
          <span className="flex items-start gap-1">
            <span className="min-w-0 break-words py-1">{lead.address}</span>
            <CopyButton text={lead.address} label="Adresse kopieren" />
          </span>
        )}
      </Entry>
      <Optional label="Bundesland">{lead.federalState}</Optional>
      {lead.contactName === null ? null : (
        <Entry label="Ansprechperson">
          {lead.contactProfileUrl !== null && safeHref(lead.contactProfileUrl) !== null ? (
            <ExternalLink href={lead.contactProfileUrl}>{lead.contactName}</ExternalLink>
          ) : (
            lead.contactName
          )}
          {lead.contactTitle === null ? null : (
            <span className="block text-[13px] text-muted">{lead.contactTitle}</span>
          )}
        </Entry>
      )}
      <Entry label="Bewertung">
        <ScoreDots score={lead.salesScore} reason={lead.salesReason} />
        {lead.salesReason === null ? null : (
          <p className="mt-1 whitespace-pre-line break-words text-[13px]">{lead.salesReason}</p>
        )}
      </Entry>
      {lead.offerPackage === null ? null : (
        <Entry label="Angebotspaket">
          <span className="badge max-w-full truncate">{lead.offerPackage}</span>
        </Entry>
      )}
      <Optional label="Firmentyp">{lead.companyType}</Optional>
      <Optional label="Themen">{lead.topics.join(", ")}</Optional>
      <Optional label="Suchbegriff">{lead.sourceTerm}</Optional>
      <Entry label="Gefunden">
        <Time iso={lead.createdAt} />
      </Entry>
      <Entry label="Geändert">
        <Time iso={lead.updatedAt} />
      </Entry>
    </dl>
  );
}

/** What the company says of itself in its Impressum. */
export function ImprintFacts({ imprint }: { imprint: NonNullable<LeadView["imprint"]> }) {
  const { legalName, legalForm, management, registerCourt, registerNumber, vatId } = imprint;
  return (
    <section aria-labelledby="impressum-titel">
      <h2 id="impressum-titel">Impressum</h2>
      <dl className={`mt-2 ${FACTS}`}>
        <Optional label="Firma">{legalName}</Optional>
        <Optional label="Rechtsform">{legalForm}</Optional>
        <Optional label="Leitung">{management.join(", ")}</Optional>
        <Optional label="Register">
          {`${registerCourt ?? ""} ${registerNumber ?? ""}`.trim()}
        </Optional>
        <Optional label="USt-IdNr.">{vatId}</Optional>
      </dl>
    </section>
  );
}

export function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-[13px] text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children ?? <span className="text-muted">–</span>}</dd>
    </div>
  );
}

function Optional({ label, children }: { label: string; children: string | null }) {
  return children === null || children === "" ? null : <Entry label={label}>{children}</Entry>;
}

function Contact({ value, label }: { value: ContactText | null; label: string }) {
  if (value === null) return <span className="text-muted">–</span>;
  return (
    <span className="flex items-center gap-1">
      <span className="min-w-0 truncate">
        <ContactLink value={value} />
      </span>
      <CopyButton text={value.display} label={label} />
    </span>
  );
}
