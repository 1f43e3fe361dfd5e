import { type LucideIcon, Mail, MapPin, Pencil, Phone, User } from "lucide-react";
import type { ReactNode } from "react";
import { CopyButton } from "~/components/copy-button";
import { ExternalLink } from "~/components/external-link";
import { FieldError, IntentButton, PostForm } from "~/components/field";
import type { LeadView } from "~/leads/list/lead-view.server";
import { ADD_LABEL, Contact, Managers, Person } from "./contact-facts";
import { Value } from "./fields";
import { LeadActionForm } from "./lead-actions";
import { usePanelForm } from "./use-panel-form";

/** What a caller needs, whole and with one press. */
export function CallCard({ lead, children }: { lead: LeadView; children: ReactNode }) {
  const { phone, email, adObjection, address, street, postalCode, city, federalState } = lead;
  const town = [postalCode, city].filter(Boolean).join(" ");
  const place = town && street ? `${town} · ${street}` : address;
  const [first] = lead.contacts;
  return (
    <section aria-label="Kontakt">
      <dl className="space-y-1">
        <Line Icon={Phone} label="Telefon">
          {phone?.href ? (
            <a
              className="button min-h-10 text-[16px] tabular-nums"
              href={phone.href}
              aria-label={`${phone.display} anrufen`}
            >
              {phone.display}
            </a>
          ) : null}
          <Value name="phone">
            {phone?.href ? (
              <Pencil size={14} className="my-[3px] text-muted" aria-hidden />
            ) : (
              (phone?.display ?? ADD_LABEL)
            )}
          </Value>
          {phone && <CopyButton text={phone.display} label={`${phone.display} kopieren`} />}
        </Line>
        <Line Icon={User} label="Person">
          {first ? null : <Managers lead={lead} />}
          <Person person={first ?? null} at={0} />
          {first ? null : (
            <LeadActionForm className="ml-3">
              <IntentButton
                intent={`persons:${lead.id}`}
                label="Entscheider finden"
                className="link min-h-6 cursor-pointer text-[13px]"
                title="Führt zur Suche, die sagt, was sie kostet"
              />
            </LeadActionForm>
          )}
        </Line>
        <Line Icon={Mail} label="E-Mail">
          <Contact value={email && adObjection ? { ...email, href: null } : email}>
            <Value name="email">{email?.display ?? ADD_LABEL}</Value>
          </Contact>
          {adObjection && <Objection {...adObjection} />}
        </Line>
        <Line Icon={MapPin} label="Adresse">
          <span className="flex w-full min-w-0 items-center gap-1">
            <Value name="street">
              {place ?? ADD_LABEL}
              {federalState && <span className="text-[13px] text-muted">{` ${federalState}`}</span>}
            </Value>
            {address && <CopyButton text={address} label="Adresse kopieren" />}
          </span>
        </Line>
      </dl>
      {children}
    </section>
  );
}

function Objection({ text, url }: NonNullable<LeadView["adObjection"]>) {
  const { problem, onSubmit } = usePanelForm(["refute"]);
  return (
    <PostForm
      className="flex flex-wrap items-center gap-x-3 text-[13px]"
      preventScrollReset
      replace
      onSubmit={onSubmit}
    >
      <span className="text-warn" title={text}>
        widerspricht Werbung –{" "}
        <ExternalLink href={url}>
          {/datenschutz|privacy/i.test(url) ? "Datenschutz" : "Impressum"}
        </ExternalLink>
      </span>
      <IntentButton
        intent="refute:adObjection"
        label="Stimmt nicht"
        className="link min-h-6 cursor-pointer"
        title={`„${text}“ Nimmt den Widerspruch weg; die Website setzt ihn nicht wieder`}
      />
      <FieldError role="alert">{problem}</FieldError>
    </PostForm>
  );
}

function Line({ Icon, label, children }: { Icon: LucideIcon; label: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt className="flex h-7 flex-none items-center text-muted has-[+dd>.button]:h-10">
        <Icon size={16} aria-hidden />
        <span className="sr-only">{label}</span>
      </dt>
      <dd className="flex min-w-0 grow flex-wrap items-center gap-x-1 has-[form]:gap-y-1">
        {children}
      </dd>
    </div>
  );
}
