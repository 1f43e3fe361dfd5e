import { Link } from "@remix-run/react";
import { Download, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { IntentButton } from "~/components/field";
import { Menu } from "~/components/menu";
import { formatNumber } from "~/format/german";
import type { PageActionName } from "~/leads/bulk/page-actions";
import { listAddress } from "~/leads/list/page-query";
import type { StorePage } from "~/leads/list/store-page.server";
import { MAX_TAG_LENGTH } from "~/leads/tag";

/** Submit buttons of the form around the list, shown while any lead is selected. */
export function SelectionBar({
  list: { leads, total, totalIsExact, page, choices },
  count,
  isAllSelected,
  searchParams,
  onClear,
}: {
  list: StorePage;
  /** Rows ticked; known with JavaScript alone. */
  count: number;
  isAllSelected: boolean;
  searchParams: URLSearchParams;
  onClear: () => void;
}) {
  const all = totalIsExact
    ? `Alle ${formatNumber(total)} Treffer`
    : `Alle Treffer (mehr als ${formatNumber(total)})`;
  return (
    <fieldset
      className="selection-bar relative mt-4 min-w-0 flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-accent-soft px-3 py-2"
      aria-label="Auswahl"
    >
      <p className="font-medium" aria-live="polite">
        {isAllSelected ? (
          `${all} ausgewählt`
        ) : (
          <>
            <span className="only-js">{formatNumber(count)} ausgewählt</span>
            <span className="only-no-js">Auswahl</span>
          </>
        )}
      </p>
      <span className="flex flex-wrap items-center gap-2">
        <Action value="approve">Freigeben</Action>
        <Action value="contact">Kontaktiert</Action>
        <Action value="favorite">Favorit</Action>
        <Menu label="Tag">
          <div className="w-64 space-y-3 p-3">
            <div>
              <label htmlFor="auswahl-tag" className="mb-1 block text-[13px] text-muted">
                Tag
              </label>
              <input
                id="auswahl-tag"
                name="tag"
                className="input"
                maxLength={MAX_TAG_LENGTH}
                list="auswahl-tags"
                autoComplete="off"
                onKeyDown={(event) => {
                  if (event.key !== "Enter") return;
                  event.preventDefault();
                  event.currentTarget.form
                    ?.querySelector<HTMLButtonElement>('button[value="addTag"]')
                    ?.click();
                }}
              />
              <datalist id="auswahl-tags">
                {choices.tags.map(({ value }) => (
                  <option key={value} value={value} />
                ))}
              </datalist>
            </div>
            <div className="flex gap-2">
              <Action value="addTag">Hinzufügen</Action>
              <Action value="removeTag">Entfernen</Action>
            </div>
          </div>
        </Menu>
        <Menu label="Mehr">
          <div className="flex w-64 flex-col p-1">
            <Action value="unapprove" className="menu-item">
              Freigabe zurückziehen
            </Action>
            <Action value="uncontact" className="menu-item">
              „kontaktiert“ entfernen
            </Action>
            <Action value="unfavorite" className="menu-item">
              Aus den Favoriten nehmen
            </Action>
            <Action value="enrich" className="menu-item">
              Anreichern (E-Mail, Website)
            </Action>
          </div>
        </Menu>
        <button type="submit" formAction="/leadspeicher/export" className="button">
          <Download size={16} aria-hidden />
          Exportieren
        </button>
        <Action value="delete">
          <Trash2 size={16} aria-hidden />
          Löschen
        </Action>
      </span>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-[13px]">
        {isAllSelected || (totalIsExact && total <= leads.length) ? null : (
          <Link
            className="link"
            to={listAddress(searchParams, { auswahl: "alle", page: String(page) })}
            preventScrollReset
            replace
          >
            {all} auswählen
          </Link>
        )}
        {isAllSelected ? (
          <Link
            className="link"
            to={listAddress(searchParams, { page: String(page) })}
            preventScrollReset
            replace
          >
            Auswahl aufheben
          </Link>
        ) : (
          <button type="button" className="link only-js cursor-pointer" onClick={onClear}>
            Auswahl aufheben
          </button>
        )}
      </span>
    </fieldset>
  );
}

function Action({
  value,
  className = "button",
  children,
}: {
  value: PageActionName;
  className?: string;
  children: ReactNode;
}) {
  return (
    <IntentButton intent={value} className={className}>
      {children}
    </IntentButton>
  );
}
