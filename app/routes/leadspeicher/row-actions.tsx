import { useFetchers } from "@remix-run/react";
import { Check, PhoneCall, Star } from "lucide-react";
import type { LeadView } from "~/leads/list/lead-view.server";
import { CONTACTED_TAG, FAVORITE_TAG } from "~/leads/tag";

interface RowState {
  isFavorite: boolean;
  isContacted: boolean;
  isApproved: boolean;
}

/** The state of a row as it will be once the presses under way have arrived. */
function useRowState(lead: LeadView): RowState {
  const fetchers = useFetchers();
  const state: RowState = {
    isFavorite: lead.tags.includes(FAVORITE_TAG),
    isContacted: lead.tags.includes(CONTACTED_TAG),
    isApproved: lead.approved,
  };
  for (const { formData } of fetchers) {
    switch (formData?.get("intent")) {
      case `favorite:${lead.id}`:
      case `unfavorite:${lead.id}`:
        state.isFavorite = formData.get("intent") === `favorite:${lead.id}`;
        break;
      case `contact:${lead.id}`:
      case `uncontact:${lead.id}`:
        state.isContacted = formData.get("intent") === `contact:${lead.id}`;
        break;
      case `approve:${lead.id}`:
      case `unapprove:${lead.id}`:
        state.isApproved = formData.get("intent") === `approve:${lead.id}`;
        break;
    }
  }
  return state;
}

const TOGGLE =
  "items-center justify-center gap-1 flex-none min-w-7 min-h-7 border rounded-md text-muted cursor-pointer hover:bg-sunken hover:text-text";
const ICON_TOGGLE = `${TOGGLE} inline-flex border-transparent aria-pressed:text-accent aria-pressed:[&>svg]:fill-current/24 max-md:min-h-10 max-md:min-w-10`;

/** Buttons of the form around the list that are about one lead alone. */
export function RowActions({ lead, name }: { lead: LeadView; name: string }) {
  const { isFavorite, isContacted, isApproved } = useRowState(lead);
  return (
    <span className="flex items-center gap-1">
      <button
        type="submit"
        name="intent"
        value={`${isFavorite ? "unfavorite" : "favorite"}:${lead.id}`}
        className={ICON_TOGGLE}
        aria-pressed={isFavorite}
        aria-label={`Favorit: ${name}`}
        title={isFavorite ? "Aus den Favoriten nehmen" : "Zum Favoriten machen"}
        data-key="f"
      >
        <Star size={16} aria-hidden />
      </button>
      <button
        type="submit"
        name="intent"
        value={`${isContacted ? "uncontact" : "contact"}:${lead.id}`}
        className={ICON_TOGGLE}
        aria-pressed={isContacted}
        aria-label={`Kontaktiert: ${name}`}
        title={isContacted ? "„kontaktiert“ entfernen" : "Als kontaktiert markieren"}
        data-key="c"
      >
        <PhoneCall size={16} aria-hidden />
      </button>
      <button
        type="submit"
        name="intent"
        value={`${isApproved ? "unapprove" : "approve"}:${lead.id}`}
        className={`${TOGGLE} hidden min-w-[108px] border-edge px-1.5 font-medium text-[13px] aria-pressed:border-transparent aria-pressed:bg-good-soft aria-pressed:text-good md:inline-flex`}
        aria-pressed={isApproved}
        aria-label={`${isApproved ? "Freigegeben" : "Freigeben"}: ${name}`}
        title={isApproved ? "Freigabe zurückziehen" : "Freigeben"}
      >
        {isApproved ? <Check size={14} aria-hidden /> : null}
        {isApproved ? "Freigegeben" : "Freigeben"}
      </button>
    </span>
  );
}
