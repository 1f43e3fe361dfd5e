import { Link, useLocation } from "@remix-run/react";
import { Bookmark, List, Map as MapIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { IntentButton, PostForm } from "~/components/field";
import { Menu } from "~/components/menu";
import { formatNumber } from "~/format/german";
import type { LeadStats } from "~/leads/list/lead-stats.server";
import { AS_MAP, listAddress, MAX_VIEW_NAME_LENGTH, viewAddress } from "~/leads/list/page-query";
import type { StorePage } from "~/leads/list/store-page.server";

/** Views as a scrolling row of tabs, in a narrow list as a menu; and the menu that saves and changes them. */
export function ViewTabs({ list, stats }: { list: StorePage; stats: LeadStats }) {
  const { tabs, active } = list;
  const isMap = useLocation().pathname.endsWith("/karte");
  const row = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view, another place
  useEffect(() => {
    const tabs = row.current;
    const tab = tabs?.querySelector("[aria-current]");
    if (!tabs || !tab) return;
    const shown = tabs.getBoundingClientRect();
    const { left, right } = tab.getBoundingClientRect();
    // After scrollIntoView, Chromium's first Tab would start at the tab instead of the page.
    if (right > shown.right) tabs.scrollLeft += right - shown.right;
    else if (left < shown.left) tabs.scrollLeft -= shown.left - left;
  }, [active?.id]);
  /** Changes of counts by row buttons since the list was loaded. */
  const pressed: Record<string, number> = {
    "nicht-kontaktiert": list.stats.contacted - stats.contacted,
    freigegeben: stats.approved - list.stats.approved,
  };
  const shown = tabs.map(({ id, name, query, count }) => ({
    id,
    name,
    to: viewAddress(query, isMap),
    count: count === null ? "–" : formatNumber(count + (pressed[id] ?? 0)),
    "aria-current": id === active?.id ? ("true" as const) : undefined,
  }));
  const view = shown.find((one) => one["aria-current"]);
  return (
    <nav
      className="relative flex min-w-0 grow items-center gap-1 @max-[560px]/list:order-last @max-[560px]/list:w-full"
      aria-label="Ansichten"
    >
      <ul
        ref={row}
        className="flex min-w-0 grow overflow-x-auto p-0.5 @max-[860px]/list:hidden pr-6 [mask-image:linear-gradient(to_left,transparent,#000_24px)] [scrollbar-width:none]"
      >
        {shown.map(({ id, name, count, ...link }) => (
          <li key={id} className="flex-none">
            <Link {...link} className="tab" preventScrollReset>
              <span className="max-w-48 truncate" title={name}>
                {name}
              </span>
              <span className="text-[13px] tabular-nums">{count}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="hidden min-w-0 grow @max-[860px]/list:flex">
        <Menu
          label={<span className="mr-1">{view ? `${view.name} ${view.count}` : "Ansichten"}</span>}
        >
          <ul className="min-w-64 p-1">
            {shown.map(({ id, name, count, ...link }) => (
              <li key={id}>
                <Link {...link} className="menu-item" preventScrollReset>
                  <span className="min-w-0 grow wrap-anywhere">{name}</span>
                  <span className="text-[13px] tabular-nums">{count}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Menu>
      </div>
      <span className="flex flex-none">
        {[null, AS_MAP[1]].map((view) => (
          <Link
            key={view}
            to={listAddress(new URLSearchParams(list.parameters), { [AS_MAP[0]]: view })}
            className="tab"
            aria-current={isMap === (view !== null) ? "page" : undefined}
            preventScrollReset
            title={view === null ? "Liste" : "Karte"}
          >
            {view === null ? <List size={16} aria-hidden /> : <MapIcon size={16} aria-hidden />}
            <span className="sr-only">{view === null ? "Liste" : "Karte"}</span>
          </Link>
        ))}
      </span>
      <ViewMenu list={list} />
    </nav>
  );
}

/** One form; its field holds the shown view's name if the user may change it. */
function ViewMenu({ list: { active, defaultId, viewQuery } }: { list: StorePage }) {
  const { pathname, search, key } = useLocation();
  const own = active?.owner === null ? undefined : active;
  const changes = [
    ...(active === undefined || active.id === defaultId ? [] : ["default Als Startansicht"]),
    ...(own ? ["rename Umbenennen", "left Nach links", "right Nach rechts", "delete Löschen"] : []),
  ].map((change) => change.split(/ (.*)/));
  return (
    <Menu
      label={<span className="sr-only">Ansicht</span>}
      icon={<Bookmark size={16} className="shrink-0" aria-hidden />}
      align="end"
    >
      <PostForm
        // Shows the stored values after each submit.
        key={key}
        fields={{ back: `${pathname}${search}`, query: viewQuery }}
        action="/leadspeicher/ansichten"
        preventScrollReset
        className="menu-body"
        onSubmit={({ currentTarget }) => currentTarget.closest("details")?.removeAttribute("open")}
      >
        <label className="text-[13px] text-muted">
          Liste als Ansicht speichern
          <input
            name="name"
            className="input mt-1 text-text"
            defaultValue={own?.name}
            required
            maxLength={MAX_VIEW_NAME_LENGTH}
            autoComplete="off"
          />
        </label>
        <label className="choice">
          <input type="checkbox" name="isForTeam" defaultChecked={own?.owner === "team"} />
          Für das ganze Team
        </label>
        <span className="flex flex-wrap gap-1">
          <IntentButton intent="save" label="Speichern" className="button button-primary" />
          {changes.map(([intent = "", label]) => (
            <IntentButton
              key={intent}
              intent={`${intent}:${active?.id}`}
              label={label}
              formNoValidate={intent !== "rename"}
            />
          ))}
        </span>
      </PostForm>
    </Menu>
  );
}
