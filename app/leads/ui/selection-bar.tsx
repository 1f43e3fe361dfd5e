import { Link } from "@remix-run/react";
import {
  Ban,
  CircleCheck,
  Clock,
  Download,
  Ellipsis,
  Handshake,
  type LucideIcon,
  Star,
  Tag,
  Trash2,
  UserRound,
  X,
} from "lucide-react";
import { type KeyboardEvent, useContext } from "react";
import { IntentButton } from "~/components/field";
import { Menu } from "~/components/menu";
import { RunProgress } from "~/components/run-progress";
import { TimeZoneContext } from "~/components/time";
import { formatCount, formatDate, formatNumber } from "~/format/german";
import { BLOCK_REASONS, MAX_REASON_LENGTH } from "../bulk/block-reason";
import { bulkTitle, type PageActionName, removesLeads, takesArgument } from "../bulk/page-actions";
import { MAX_TAG_LENGTH } from "../tag";
import { followUpDays } from "./follow-up-days";
import type { TableProps } from "./lead-table";

export interface Hits {
  total: number;
  totalIsExact?: boolean;
  page?: number;
  filters?: readonly string[];
  asked?: AskedAction | null;
}

type ActionName =
  | PageActionName
  | `${"assign" | "followUp" | "block"}:${string}`
  | "export"
  | "persons";

type Entry = readonly [ActionName, label: string, className?: string];

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
  const hits = `${totalIsExact ? "" : "mehr als "}${formatCount(total, "Treffer", "Treffer")}`;
  const isAllOffered = !isAllSelected && !(totalIsExact && total <= shown);
  const selectAll = (className: string) =>
    isAllOffered ? (
      <Link
        className={className}
        to={address({ auswahl: "alle", page: String(page) })}
        preventScrollReset
        replace
      >
        Alle {hits} auswählen
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
    <fieldset className="selection-bar" aria-label="Auswahl">
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
          [hits, filters.join(", ")].filter(Boolean).join(" · ")
        ) : (
          <>
            <span className="only-js">
              {formatNumber(count)} <span className="max-md:sr-only">ausgewählt</span>
            </span>
            <span className="only-no-js">Auswahl</span>
          </>
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
        label={<span className="@max-[1100px]/list:sr-only">Tag</span>}
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
          label={<span className="@max-[1100px]/list:sr-only">Zuständig</span>}
          icon={<UserRound size={16} aria-hidden />}
          align="end"
        >
          <div className="choice-list m-0 flex w-56 flex-col p-1">
            <Entries of={giving} />
          </div>
        </Menu>
        <Menu
          label={<span className="@max-[1100px]/list:sr-only">Wiedervorlage</span>}
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
        label={<span className="max-md:sr-only">Mehr</span>}
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

/** Reasons to choose or to type. */
export function BlockMenu() {
  return (
    <Menu
      label={<span className="sr-only">Nicht mehr kontaktieren</span>}
      icon={<Ban size={16} aria-hidden />}
      align="end"
    >
      <div className="w-72 p-1">
        <p className="px-2 pt-1 font-medium">Nicht mehr kontaktieren</p>
        <div className="flex gap-2 p-2">
          <input
            name="reason"
            data-key="b"
            className="input"
            aria-label="Grund"
            placeholder="Grund"
            maxLength={MAX_REASON_LENGTH}
            autoComplete="off"
            onKeyDown={pressOnEnter("block")}
          />
          <Action value="block" label="Sperren" className="button px-3!" />
        </div>
        <Entries of={BLOCK_REASONS.map((reason) => [`block:${reason}`, reason])} />
      </div>
    </Menu>
  );
}

function Entries({ of }: { of: readonly Entry[] }) {
  return of.map(([value, label, className = ""]) => (
    <Action key={value} value={value} label={label} className={`menu-item ${className}`} />
  ));
}

function pressOnEnter(action: PageActionName) {
  return (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const button = `button[value="${action}"]`;
    event.currentTarget.form?.querySelector<HTMLButtonElement>(button)?.click();
  };
}

const KEYS: Partial<Record<string, string>> = {
  ...{ approve: "a", contact: "c", favorite: "f" },
  assign: "z",
};
const TEXTS = {
  usual: "@max-[1100px]/list:sr-only",
  wide: "@max-[1500px]/list:sr-only",
};

function Action({
  value,
  label,
  Icon,
  className = "button",
  textFrom = "usual",
}: {
  value: ActionName;
  label: string;
  Icon?: LucideIcon;
  className?: string;
  /** The list's width from which the text stands beside the icon. */
  textFrom?: keyof typeof TEXTS;
}) {
  return (
    <IntentButton
      intent={value}
      icon={Icon}
      className={className}
      title={label}
      data-key={KEYS[value.split(":", 1).join()]}
    >
      <span className={Icon && TEXTS[textFrom]}>{label}</span>
    </IntentButton>
  );
}

export interface RunningAction {
  id: string;
  query: string;
  progress: number;
}

export function BulkProgress({ run }: { run: RunningAction }) {
  return (
    <section className="selection-bar" aria-label="Auswahl">
      <p className="max-w-[60%] flex-none truncate pl-2 font-medium leading-[32px]" role="status">
        Läuft: {run.query}
      </p>
      <RunProgress job={run} label={run.query} className="min-w-20 grow" />
      <Link className="link px-2" to={`/ergebnisse/${run.id}`}>
        Details
      </Link>
    </section>
  );
}

interface AskedAction {
  name: PageActionName;
  /** Tag, owner, day or reason. */
  value: string;
}

export function BulkQuestion({
  asked: { name, value },
  hits: { total, page = 1, filters = [] },
  leads,
  address,
}: { asked: AskedAction; hits: Hits } & Pick<TableProps, "leads" | "address">) {
  const names = leads.slice(0, 3).map(({ companyName, domain }) => companyName ?? domain);
  const isDay = name === "followUp" && !Number.isNaN(Date.parse(value));
  const label = bulkTitle({ name, tag: isDay ? formatDate(value, "UTC") : value }, total);
  const rest = `${total > names.length ? " …" : ""}${name === "enrich" ? " · kann Guthaben kosten" : ""}`;
  return (
    <fieldset className="selection-bar max-md:flex-wrap" aria-label="Auswahl">
      <input type="hidden" name="tag" value={value} />
      <input type="hidden" name="isConfirmed" value="1" />
      <p className="min-w-0 grow break-words pl-2 md:line-clamp-2 md:leading-[16px]" role="status">
        <b>{label}?</b> {[...filters, names.join(", ")].join(" · ")}
        {rest}
      </p>
      <IntentButton
        intent={takesArgument(name) ? `${name}:${value}` : name}
        className={`button ${removesLeads(name) ? "button-bad" : "button-primary"}`}
      >
        {label}
      </IntentButton>
      <Link
        className="button"
        to={address({ auswahl: "alle", page: String(page) })}
        preventScrollReset
      >
        Abbrechen
      </Link>
    </fieldset>
  );
}
