import { Form, useLocation } from "@remix-run/react";
import { Check, PhoneCall, Star } from "lucide-react";
import type { ReactNode } from "react";
import { IntentButton } from "~/components/field";
import { Time } from "~/components/time";
import type { LeadView } from "~/leads/list/lead-view.server";
import { CONTACTED_TAG, FAVORITE_TAG } from "~/leads/tag";

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
  const isFavorite = lead.tags.includes(FAVORITE_TAG);
  const isContacted = lead.tags.includes(CONTACTED_TAG);
  return (
    <div>
      <LeadActionForm className="flex flex-wrap gap-2">
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
      </LeadActionForm>
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
    <IntentButton
      intent={value}
      className="button aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
      aria-pressed={isOn}
    >
      {children}
    </IntentButton>
  );
}
