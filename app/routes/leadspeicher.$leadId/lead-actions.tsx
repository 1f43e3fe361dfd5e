import { Form, useLocation } from "@remix-run/react";
import { Check, PhoneCall, Star } from "lucide-react";
import type { ReactNode } from "react";
import { Time } from "~/components/time";
import type { LeadView } from "~/leads/list/lead-view.server";
import { CONTACTED_TAG, FAVORITE_TAG } from "~/leads/tag";

/** The buttons of the lead's row in the list, with their names. */
export function LeadActions({ lead, search }: { lead: LeadView; search: string }) {
  const { pathname } = useLocation();
  const isFavorite = lead.tags.includes(FAVORITE_TAG);
  const isContacted = lead.tags.includes(CONTACTED_TAG);
  return (
    <div>
      <Form
        method="post"
        action="/leadspeicher/sammelaktion"
        preventScrollReset
        className="flex flex-wrap gap-2"
      >
        <input type="hidden" name="back" value={`${pathname}${search}`} />

        <Toggle
          value={`${lead.approved ? "unapprove" : "approve"}:${lead.id}`}
          isOn={lead.approved}
        >
          <Check size={16} aria-hidden />
          {lead.approved ? "Freigegeben" : "Freigeben"}
        </Toggle>
        <Toggle value={`${isContacted ? "uncontact" : "contact"}:${lead.id}`} isOn={isContacted}>
          <PhoneCall size={16} aria-hidden />
          Kontaktiert
        </Toggle>
        <Toggle value={`${isFavorite ? "unfavorite" : "favorite"}:${lead.id}`} isOn={isFavorite}>
          <Star size={16} aria-hidden />
          Favorit
        </Toggle>
      </Form>
      {lead.approvedAt === null ? null : (
        <p className="mt-2 text-[13px] text-muted">
          Freigegeben am <Time iso={lead.approvedAt} />
        </p>
      )}
    </div>
  );
}

function Toggle({ value, isOn, children }: { value: string; isOn: boolean; children: ReactNode }) {
  return (
    <button
      type="submit"
      name="intent"
      value={value}
      className="button aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
      aria-pressed={isOn}
    >
      {children}
    </button>
  );
}
