import { Form, Link, useLocation } from "@remix-run/react";
import { Check, Handshake, Mail, Phone, SquarePen, Star } from "lucide-react";
import type { ReactNode } from "react";
import { IntentButton } from "~/components/field";
import type { LeadView } from "~/leads/list/lead-view.server";
import { CONTACTED_TAG, FAVORITE_TAG } from "~/leads/tag";
import { EMAIL_PARAMETER, panelSearch } from "./panel-search";

/** A form for buttons that do with one lead what the list's do with many; it leads back to the panel. */
export function LeadActionForm({
  id,
  back,
  children,
  ...form
}: {
  id?: string;
  back?: string;
  className?: string;
  onSubmit?: () => void;
  children: ReactNode;
}) {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action="/leadspeicher/sammelaktion" preventScrollReset {...form}>
      {id === undefined ? null : <input type="hidden" name="id" value={id} />}
      <input type="hidden" name="back" value={back ?? `${pathname}${search}`} />
      {children}
    </Form>
  );
}

export function LeadActions({ lead }: { lead: LeadView }) {
  const has = (tag: string) => lead.tags.includes(tag);
  const approval = lead.approved ? "Freigegeben" : "Freigeben";
  /** Each with the key that presses it. */
  const toggles = [
    {
      key: "c",
      action: "contact",
      isOn: has(CONTACTED_TAG),
      label: "Kontaktiert",
      Icon: Handshake,
    },
    { key: "f", action: "favorite", isOn: has(FAVORITE_TAG), label: "Favorit", Icon: Star },
    { key: "a", action: "approve", isOn: lead.approved, label: approval, Icon: Check },
  ];
  return (
    <LeadActionForm className="flex flex-wrap gap-2 max-md:gap-1">
      {toggles.map(({ key, action, isOn, label, Icon }) => (
        <IntentButton
          key={key}
          intent={`${isOn ? "un" : ""}${action}:${lead.id}`}
          data-key={key}
          className="button max-md:px-2! max-md:text-[13px] aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
          aria-pressed={isOn}
        >
          <Icon size={16} aria-hidden />
          {label}
        </IntentButton>
      ))}
    </LeadActionForm>
  );
}

/** What a thumb does most, at the foot of a phone. */
export function PhoneBar({ lead }: { lead: LeadView }) {
  const { search } = useLocation();
  return (
    <nav
      aria-label="Lead"
      className="fixed inset-x-0 bottom-14 z-10 flex gap-2 border-line border-t bg-surface p-2 *:grow md:hidden"
    >
      {lead.phone?.href ? (
        <a className="button" href={lead.phone.href}>
          <Phone size={16} aria-hidden /> Anrufen
        </a>
      ) : null}
      <Link className="button" to={`${panelSearch(search, { [EMAIL_PARAMETER]: "1" })}#entwurf`}>
        <Mail size={16} aria-hidden /> E-Mail
      </Link>
      <Link className="button" to={`${search}#notizen`}>
        <SquarePen size={16} aria-hidden /> Notiz
      </Link>
    </nav>
  );
}
