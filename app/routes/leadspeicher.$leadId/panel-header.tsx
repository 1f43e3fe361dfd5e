import { useLocation, useNavigationType, useRouteLoaderData } from "@remix-run/react";
import { ChevronLeft, ChevronRight, Trash2, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { ExternalLink } from "~/components/external-link";
import { IntentButton, PostForm } from "~/components/field";
import { LinkButton } from "~/components/page";
import { Step } from "~/components/pagination";
import type { LeadView } from "~/leads/list/lead-view.server";
import type { loadStorePage } from "~/leads/list/store-page.server";
import { BlockMenu } from "~/leads/ui/bulk-buttons";
import { BULK_ADDRESS } from "~/leads/ui/lead-list";
import { CLOSED, FORM_PARAMETER, panelSearch } from "~/leads/ui/panel-search";

const STEP = { className: "icon-button", preventScrollReset: true };

/** @returns a neighbour's address, which also turns the list's page if the neighbour is on another one */
export function useAddressBeside(leadId: string) {
  const location = useLocation();
  // The next lead's panel opens without this panel's open form.
  const search = panelSearch(location.search, { [FORM_PARAMETER]: null });
  const list = useRouteLoaderData<typeof loadStorePage>("routes/leadspeicher");
  return (id: string | null, step: 1 | -1) => {
    if (id === null) return null;
    const params = new URLSearchParams(search);
    const isShown = list?.leads.some((shown) => shown.id === id) ?? true;
    const isInList = list?.leads.some((shown) => shown.id === leadId) ?? false;
    if (list && !isShown && isInList) params.set("page", String(Math.max(1, list.page + step)));
    return `/leadspeicher/${id}?${params}`;
  };
}

interface PanelHeaderProps {
  lead: LeadView;
  previousId: string | null;
  nextId: string | null;
}

export function PanelHeader({ lead, previousId, nextId }: PanelHeaderProps) {
  const location = useLocation();
  const listAddress = `/leadspeicher${panelSearch(location.search, CLOSED)}`;
  const heading = useRef<HTMLHeadingElement>(null);
  const way = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each lead that a link opens is announced; the browser announces a page it loads
  useEffect(() => {
    const isInside = heading.current?.closest("section")?.contains(document.activeElement);
    if (way !== "POP" && location.hash === "" && !isInside)
      heading.current?.focus({ preventScroll: true });
    // Where the panel is a page of its own, it begins at its top.
    if (way !== "POP" && !matchMedia("(min-width: 1280px)").matches) window.scrollTo(0, 0);
  }, [lead.id]);
  const addressOf = useAddressBeside(lead.id);
  return (
    <header className="px-4 pt-3 md:px-6 md:pt-4 xl:sticky xl:top-0 xl:z-2 xl:border-line xl:border-b xl:bg-surface xl:px-5 xl:py-3">
      <div className="flex items-center gap-1 [&_.menu-arrow]:hidden [&_.menu-button]:border-transparent [&_.menu-button]:bg-transparent [&_.menu-button]:px-2">
        <LinkButton
          to={listAddress}
          icon={X}
          className="icon-button"
          title="Zur Liste"
          aria-label="Panel schließen und zur Liste"
          data-key="close"
          preventScrollReset
        />
        <span className="grow" />
        <PostForm
          action={BULK_ADDRESS}
          fields={{ id: lead.id, back: listAddress }}
          className="flex items-center gap-1"
        >
          <BlockMenu />
          <IntentButton
            intent="delete"
            icon={Trash2}
            className="icon-button"
            title="Lead löschen"
            aria-label="Lead löschen"
          />
        </PostForm>
        <Step {...STEP} to={addressOf(previousId, -1)} label="Voriger Lead">
          <ChevronLeft size={16} aria-hidden />
        </Step>
        <Step {...STEP} to={addressOf(nextId, 1)} label="Nächster Lead">
          <ChevronRight size={16} aria-hidden />
        </Step>
      </div>
      <h1 ref={heading} tabIndex={-1} className="mt-1 break-words outline-none">
        {lead.companyName ?? lead.domain}
      </h1>
      <p className="break-all text-[13px]">
        <ExternalLink href={lead.website ?? `https://${lead.domain}`}>{lead.domain}</ExternalLink>
      </p>
    </header>
  );
}
