import { Link } from "@remix-run/react";
import { Download, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Menu } from "~/components/menu";
import { formatNumber } from "~/format/german";
import { MAX_TAG_LENGTH } from "~/leads/tag";

/** Submit buttons of the form around the list, shown while any lead is selected. */
export function SelectionBar({
  count,
  total,
  totalIsExact,
  rowsOnPage,
  isAllSelected,
  selectAllAddress,
  listAddress,
  tags,
  onClear,
}: {
  /** Rows ticked; known with JavaScript alone. */
  count: number;
  total: number;
  totalIsExact: boolean;
  rowsOnPage: number;
  isAllSelected: boolean;
  selectAllAddress: string;
  /** The list without a selection of all. */
  listAddress: string;
  /** Tags to choose from. */
  tags: readonly string[];
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
                {tags.map((tag) => (
                  <option key={tag} value={tag} />
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
            <MenuAction value="unapprove">Freigabe zurückziehen</MenuAction>
            <MenuAction value="uncontact">„kontaktiert“ entfernen</MenuAction>
            <MenuAction value="unfavorite">Aus den Favoriten nehmen</MenuAction>
            <MenuAction value="enrich">Anreichern (E-Mail, Website)</MenuAction>
          </div>
        </Menu>
        <button type="submit" formAction="/leadspeicher/export" className="button">
          <Download size={16} aria-hidden />
          Exportieren
        </button>
        <button type="submit" name="intent" value="delete" className="button">
          <Trash2 size={16} aria-hidden />
          Löschen
        </button>
      </span>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-[13px]">
        {isAllSelected || (totalIsExact && total <= rowsOnPage) ? null : (
          <Link className="link" to={selectAllAddress} preventScrollReset replace>
            {all} auswählen
          </Link>
        )}
        {isAllSelected ? (
          <Link className="link" to={listAddress} preventScrollReset replace>
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

function Action({ value, children }: { value: string; children: ReactNode }) {
  return (
    <button type="submit" name="intent" value={value} className="button">
      {children}
    </button>
  );
}

function MenuAction({ value, children }: { value: string; children: ReactNode }) {
  return (
    <button type="submit" name="intent" value={value} className="menu-item">
      {children}
    </button>
  );
}
