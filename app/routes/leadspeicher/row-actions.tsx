import { useFetchers } from "@remix-run/react";
import { Check, PhoneCall, Star } from "lucide-react";
import type { LeadView } from "~/leads/list/lead-view.server";
import { CONTACTED_TAG, FAVORITE_TAG } from "~/leads/tag";

const TOGGLE =
  "items-center justify-center gap-1 flex-none min-w-7 min-h-7 border rounded-md text-muted cursor-pointer hover:bg-sunken hover:text-text";
const ICON_TOGGLE = `${TOGGLE} inline-flex border-transparent aria-pressed:text-accent aria-pressed:[&>svg]:fill-current/24 max-md:min-h-10 max-md:min-w-10`;
const TEXT_TOGGLE = `${TOGGLE} hidden min-w-[108px] border-edge px-1.5 font-medium text-[13px] aria-pressed:border-transparent aria-pressed:bg-good-soft aria-pressed:text-good md:inline-flex`;

/** Buttons of the form around the list that are about one lead alone. */
export function RowActions({ lead, name }: { lead: LeadView; name: string }) {
  const sent = useFetchers().map(({ formData }) => formData?.get("intent"));
  /** A button as it will be once the presses under way have arrived. */
  const toggle = (action: "favorite" | "contact" | "approve", isStored: boolean) => {
    const on = `${action}:${lead.id}`;
    const last = sent.findLast((intent) => intent === on || intent === `un${on}`);
    const isOn = last === undefined ? isStored : last === on;
    return {
      type: "submit",
      name: "intent",
      value: isOn ? `un${on}` : on,
      "aria-pressed": isOn,
    } as const;
  };
  const favorite = toggle("favorite", lead.tags.includes(FAVORITE_TAG));
  const contact = toggle("contact", lead.tags.includes(CONTACTED_TAG));
  const approve = toggle("approve", lead.approved);
  const isApproved = approve["aria-pressed"];
  return (
    <span className="flex items-center gap-1">
      <button
        {...favorite}
        className={ICON_TOGGLE}
        aria-label={`Favorit: ${name}`}
        title={favorite["aria-pressed"] ? "Aus den Favoriten nehmen" : "Zum Favoriten machen"}
        data-key="f"
      >
        <Star size={16} aria-hidden />
      </button>
      <button
        {...contact}
        className={ICON_TOGGLE}
        aria-label={`Kontaktiert: ${name}`}
        title={contact["aria-pressed"] ? "„kontaktiert“ entfernen" : "Als kontaktiert markieren"}
        data-key="c"
      >
        <PhoneCall size={16} aria-hidden />
      </button>
      <button
        {...approve}
        className={TEXT_TOGGLE}
        aria-label={`${isApproved ? "Freigegeben" : "Freigeben"}: ${name}`}
        title={isApproved ? "Freigabe zurückziehen" : "Freigeben"}
      >
        {isApproved ? <Check size={14} aria-hidden /> : null}
        {isApproved ? "Freigegeben" : "Freigeben"}
      </button>
    </span>
  );
}
