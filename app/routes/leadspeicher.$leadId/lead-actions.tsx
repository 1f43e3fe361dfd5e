import { useLocation } from "@remix-run/react";
import { Check, Handshake, Star } from "lucide-react";
import type { ComponentProps } from "react";
import { IntentButton, PostForm } from "~/components/field";
import { APPROVAL_HINT } from "~/leads/lead";
import type { LeadView } from "~/leads/list/lead-view.server";
import { CONTACTED_TAG, FAVORITE_TAG } from "~/leads/tag";
import { BULK_ADDRESS } from "~/leads/ui/lead-list";
import { usePanelForm } from "./use-panel-form";

/** Runs a bulk action on one lead. */
export function LeadActionForm({
  fields,
  onSubmit,
  ...form
}: Pick<ComponentProps<typeof PostForm>, "fields" | "className" | "onSubmit" | "children">) {
  const { pathname, search } = useLocation();
  const staying = usePanelForm([], BULK_ADDRESS);
  return (
    <PostForm
      action={BULK_ADDRESS}
      fields={{ back: `${pathname}${search}`, ...fields }}
      preventScrollReset
      onSubmit={(event) => {
        onSubmit?.(event);
        staying.onSubmit(event);
      }}
      {...form}
    />
  );
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
          title={key === "a" ? APPROVAL_HINT : undefined}
        />
      ))}
    </LeadActionForm>
  );
}
