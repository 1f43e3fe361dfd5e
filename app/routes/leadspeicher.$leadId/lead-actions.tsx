import { useLocation } from "@remix-run/react";
import { Check, Handshake, Mail, Phone, SquarePen, Star } from "lucide-react";
import type { ComponentProps } from "react";
import { IntentButton, PostForm } from "~/components/field";
import { LinkButton } from "~/components/page";
import type { LeadView } from "~/leads/list/lead-view.server";
import { CONTACTED_TAG, FAVORITE_TAG } from "~/leads/tag";
import { EMAIL_PARAMETER, panelSearch } from "./panel-search";

/** Runs a bulk action on one lead and returns to the panel. */
export function LeadActionForm({
  fields,
  ...form
}: Pick<ComponentProps<typeof PostForm>, "fields" | "className" | "onSubmit" | "children">) {
  const { pathname, search } = useLocation();
  const all = { back: `${pathname}${search}`, ...fields };
  return <PostForm action="/leadspeicher/sammelaktion" fields={all} preventScrollReset {...form} />;
}

export function LeadActions({ lead }: { lead: LeadView }) {
  const { tags, approved } = lead;
  const toggles = [
    ["c", "contact", tags.includes(CONTACTED_TAG), "Kontaktiert", Handshake],
    ["f", "favorite", tags.includes(FAVORITE_TAG), "Favorit", Star],
    ["a", "approve", approved, approved ? "Freigegeben" : "Freigeben", Check],
  ] as const;
  return (
    <LeadActionForm className="flex flex-wrap gap-2 max-md:gap-1">
      {toggles.map(([key, action, isOn, label, icon]) => (
        <IntentButton
          key={key}
          {...{ icon, label }}
          intent={`${isOn ? "un" : ""}${action}:${lead.id}`}
          data-key={key}
          className="button max-md:px-2! max-md:text-[13px] aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
          aria-pressed={isOn}
        />
      ))}
    </LeadActionForm>
  );
}

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
      <LinkButton
        to={`${panelSearch(search, { [EMAIL_PARAMETER]: "1" })}#entwurf`}
        icon={Mail}
        label="E-Mail"
      />
      <LinkButton to={`${search}#notizen`} icon={SquarePen} label="Notiz" />
    </nav>
  );
}
