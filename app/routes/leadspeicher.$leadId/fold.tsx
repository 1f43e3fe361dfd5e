import { useLoaderData, useLocation, useSubmit } from "@remix-run/react";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useRef } from "react";
import type { FoldName, LeadPanel } from "~/leads/edit/lead-panel.server";
import { FORM_PARAMETER } from "~/leads/ui/panel-search";

interface FoldProps {
  name: FoldName;
  title: ReactNode;
  count?: number;
  children: ReactNode;
}

/** A part of the panel. Whether it is open is kept for the person, on every lead. */
export function Fold({ name, title, count, children }: FoldProps) {
  const isKept = useLoaderData<LeadPanel>().folds.includes(name);
  const { pathname, search } = useLocation();
  const submit = useSubmit();
  // Without scripts the address names the open field.
  const isAsked = name === "details" && new URLSearchParams(search).has(FORM_PARAMETER);
  const wasOpen = useRef(isKept || isAsked);
  return (
    <details
      className="group/fold border-line border-t"
      open={isKept || isAsked}
      onToggle={({ currentTarget: { open } }) => {
        // The browser also fires this for a part that was open from the start.
        if (open === wasOpen.current) return;
        wasOpen.current = open;
        const sent = { intent: `fold:${name}`, isOpen: open ? "1" : "", stay: "1" };
        const target = { method: "post", action: `${pathname}${search}` } as const;
        submit(sent, { ...target, navigate: false, fetcherKey: `fold ${name}` });
      }}
    >
      <summary className="-mx-2 flex min-h-10 cursor-pointer select-none list-none items-center gap-2 rounded-[4px] px-2 hover:bg-sunken focus-visible:-outline-offset-2">
        <ChevronRight
          size={16}
          className="flex-none text-muted group-open/fold:rotate-90"
          aria-hidden
        />
        <h2 className="text-[14px]">{title}</h2>
        {count === undefined ? null : <span className="text-[13px] text-muted">{count}</span>}
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  );
}
