import { Link } from "@remix-run/react";
import {
  CircleCheck,
  Clock,
  Download,
  Ellipsis,
  Handshake,
  Star,
  Tag,
  Trash2,
  UserRound,
  X,
} from "lucide-react";
import { useContext } from "react";
import { Menu } from "~/components/menu";
import { TimeZoneContext } from "~/components/time";
import { formatNumber } from "~/format/german";
import { MAX_TAG_LENGTH } from "../tag";
import { Action, BlockMenu, Entries, type Entry, pressOnEnter } from "./bulk-buttons";
import type { Hits } from "./bulk-question";
import { followUpDays } from "./follow-up-days";
import type { TableProps } from "./lead-table";

const MORE: readonly Entry[] = [
  ["favorite", "Als Favorit merken", "md:hidden"],
  ["unapprove", "Freigabe zurückziehen"],
  ["uncontact", "Als nicht kontaktiert markieren"],
  ["unfavorite", "Aus den Favoriten nehmen"],
  ["enrich", "Anreichern (E-Mail, Website)"],
  ["persons", "Entscheider finden"],
  ["delete", "Löschen", "md:hidden"],
];

/** Covers the filters while any lead is selected. */
export function SelectionBar({
  hits: { total, totalIsExact = true, page = 1, filters = [], shown },
  tags,
  owners,
  count,
  isAllSelected,
  address,
  onClear,
}: {
  hits: Hits & { shown: number };
  tags: readonly string[];
  owners: readonly string[];
  /** Known only with JavaScript. */
  count: number;
  isAllSelected: boolean;
  address: TableProps["address"];
  onClear: () => void;
}) {
  const timeZone = useContext(TimeZoneContext);
  const hits = `${totalIsExact ? "" : "mehr als "}${formatNumber(total)}`;
  const isAllOffered = !isAllSelected && !(totalIsExact && total <= shown);
  const selectAll = (className: string) =>
    isAllOffered ? (
      <Link
        className={className}
        to={address({ auswahl: "alle", page: String(page) })}
        preventScrollReset
        replace
      >
        Alle {hits} Treffer auswählen
      </Link>
    ) : null;
  const giving: Entry[] = [
    ...owners.map((owner, at): Entry => [`assign:${owner}`, at === 0 ? "ich" : owner]),
    ["unassign", "niemand"],
  ];
  const days: Entry[] = [
    ...followUpDays(timeZone).map(([label, day]): Entry => [`followUp:${day}`, label]),
    ["unfollowUp", "keine"],
  ];
  const clear = {
    className: "icon-button",
    title: "Auswahl aufheben",
    "aria-label": "Auswahl aufheben",
  };
  return (
    <fieldset className="selection-bar max-md:gap-0.5" aria-label="Auswahl">
      {isAllSelected ? (
        <Link {...clear} to={address({ page: String(page) })} preventScrollReset replace>
          <X size={16} aria-hidden />
        </Link>
      ) : (
        <button type="button" {...clear} className="icon-button only-js" onClick={onClear}>
          <X size={16} aria-hidden />
        </button>
      )}
      <p
        className={`font-medium ${isAllSelected ? "min-w-0 truncate" : "flex-none"}`}
        aria-live="polite"
      >
        {isAllSelected ? (
          <>
            {hits}
            <span className="max-md:sr-only">
              {` ${["Treffer", filters.join(", ")].filter(Boolean).join(" · ")}`}
            </span>
          </>
        ) : (
          <SelectedCount count={count} />
        )}
      </p>
      {selectAll("link truncate @max-[720px]/list:hidden")}
      <span className="grow" />
      <Action value="approve" Icon={CircleCheck} label="Freigeben" />
      <Action value="contact" Icon={Handshake} label="Kontaktiert" />
      <Action
        value="favorite"
        Icon={Star}
        className="button max-md:hidden"
        label="Favorit"
        textFrom="wide"
      />
      <Menu
        label={<span className="md:@max-[1100px]/list:sr-only">Tag</span>}
        icon={<Tag size={16} aria-hidden />}
        align="end"
      >
        <div className="w-64 space-y-3 p-3">
          <input
            name="tag"
            data-key="t"
            className="input"
            aria-label="Tag"
            placeholder="Tag"
            maxLength={MAX_TAG_LENGTH}
            list="auswahl-tags"
            autoComplete="off"
            onKeyDown={pressOnEnter("addTag")}
          />
          <datalist id="auswahl-tags">
            {tags.map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
          <div className="flex gap-2">
            <Action value="addTag" label="Hinzufügen" />
            <Action value="removeTag" label="Entfernen" />
          </div>
        </div>
      </Menu>
      {/* On a phone „Mehr“ offers this. */}
      <div className="flex gap-2 max-md:hidden">
        <Menu
          label={<span className="md:@max-[1100px]/list:sr-only">Zuständig</span>}
          icon={<UserRound size={16} aria-hidden />}
          align="end"
        >
          <div className="choice-list m-0 flex w-56 flex-col p-1">
            <Entries of={giving} />
          </div>
        </Menu>
        <Menu
          label={<span className="md:@max-[1100px]/list:sr-only">Wiedervorlage</span>}
          icon={<Clock size={16} aria-hidden />}
          align="end"
        >
          <div className="w-64 p-1">
            <div className="flex gap-2 p-2">
              <input
                type="date"
                name="followUpAt"
                data-key="w"
                className="input"
                aria-label="Wiedervorlage am"
                onKeyDown={pressOnEnter("followUp")}
              />
              <Action value="followUp" label="Setzen" />
            </div>
            <Entries of={days} />
          </div>
        </Menu>
      </div>
      <Menu
        label="Mehr"
        icon={<Ellipsis size={16} className="md:hidden" aria-hidden />}
        align="end"
      >
        <div className="flex w-64 flex-col p-1 max-md:max-h-[calc(100dvh-180px)] max-md:w-auto max-md:overflow-y-auto">
          {selectAll("menu-item @min-[720px]/list:hidden")}
          {Object.entries({ Zuständig: giving, Wiedervorlage: days }).map(([label, entries]) => (
            <details key={label} name="mehr" className="md:hidden">
              <summary className="flex min-h-10 cursor-pointer items-center px-2">
                {label} …
              </summary>
              <div className="pl-4">
                <Entries of={entries} />
              </div>
            </details>
          ))}
          <Entries of={MORE} />
        </div>
      </Menu>
      <BlockMenu />
      <Action
        value="export"
        Icon={Download}
        className="button max-md:hidden"
        label="Exportieren"
        textFrom="wide"
      />
      <Action
        value="delete"
        Icon={Trash2}
        className="button max-md:hidden"
        label="Löschen"
        textFrom="wide"
      />
    </fieldset>
  );
}

/** Known only with JavaScript. */
export function SelectedCount({ count }: { count: number }) {
  return (
    <>
      <span className="only-js">
        {formatNumber(count)} <span className="max-md:sr-only">ausgewählt</span>
      </span>
      <span className="only-no-js">Auswahl</span>
    </>
  );
}
