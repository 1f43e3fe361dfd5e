import { Fragment, type ReactNode } from "react";
import { formatDate, formatDateTime, formatRelative } from "~/format/german";
import { FIELDS, perPlainText } from "~db/schema/lead-fields";
import { type ContactText, SOURCE_NAMES } from "../lead";
import {
  COLUMN_WIDTHS,
  type ColumnChoice,
  type ColumnKey,
  type LeadSortField,
  type ListLead,
} from "../list/filters";
import { BUTTON_TAGS } from "../tag";
import { ScoreDots } from "./lead-facts";

type Cell = (lead: ListLead, now: number, timeZone: string) => ReactNode;

/** Widths (narrow, normal, wide) in pixels. The style sheet has classes for 72 to 360 in steps of 8. */
function column(
  heading: string,
  widths: readonly [number, number, number],
  cell: Cell,
  sort?: LeadSortField,
) {
  return { heading, widths, cell, sort };
}

function text(value: string | null | undefined, className?: string): ReactNode {
  return value ? (
    <span className={className} title={value}>
      {value}
    </span>
  ) : null;
}

function badge(value: string): ReactNode {
  return <Fragment key={value}>{text(value, "badge")}</Fragment>;
}

function timeAgo(field: "createdAt" | "updatedAt"): Cell {
  return ({ [field]: iso }, now, timeZone) => (
    <time dateTime={iso} title={`${formatDateTime(iso, timeZone)} Uhr`}>
      {formatRelative(iso, now, timeZone)}
    </time>
  );
}

/** A narrow column shows only the icon; the text stays its accessible name. */
function contact(value: ContactText | null, kind: "email" | "phone"): ReactNode {
  const content = value && <span>{value.display}</span>;
  if (!value?.href) return <span data-kind={value ? kind : undefined}>{content}</span>;
  return (
    <a href={value.href} data-kind={kind} title={value.display}>
      {content}
    </a>
  );
}

export const COLUMNS: Record<ColumnKey, ReturnType<typeof column>> = {
  contact: column("Kontakt", [72, 304, 360], ({ email, phone }) => (
    <>
      {contact(email, "email")}
      {contact(phone, "phone")}
    </>
  )),
  tags: column("Tags", [104, 128, 232], ({ tags }) =>
    tags.filter((tag) => !BUTTON_TAGS.includes(tag)).map(badge),
  ),
  score: column(
    "Bewertung",
    [80, 152, 200],
    ({ salesScore, salesReason, offerPackage }) => (
      <>
        <ScoreDots score={salesScore} reason={salesReason} />
        {offerPackage && badge(offerPackage)}
      </>
    ),
    "salesScore",
  ),
  createdAt: column("Gefunden", [104, 104, 144], timeAgo("createdAt"), "createdAt"),
  term: column("Suchbegriff", [96, 136, 216], (lead) => text(lead.sourceTerm), "sourceTerm"),
  city: column("Ort", [96, 136, 216], ({ city }) => text(city), "city"),
  federalState: column("Bundesland", [96, 136, 208], (lead) => text(lead.federalState)),
  companyType: column("Firmentyp", [96, 136, 216], (lead) => text(lead.companyType)),
  source: column("Quelle", [96, 128, 200], (lead) => text(SOURCE_NAMES[lead.sourceType])),
  person: column("Ansprechperson", [104, 152, 232], (lead) => text(lead.contactName)),
  owner: column("Zuständig", [80, 112, 160], ({ owner }) => text(owner)),
  followUp: column("Wiedervorlage", [104, 112, 144], ({ followUpAt }, _, timeZone) =>
    text(followUpAt && formatDate(followUpAt, timeZone)),
  ),
  updatedAt: column("Geändert", [104, 104, 144], timeAgo("updatedAt"), "updatedAt"),
  ...perPlainText((name) => column(FIELDS[name].label, [96, 136, 216], (lead) => text(lead[name]))),
};
/** Pixels. `FIXED` is the frame and the buttons of a row, which never shrink. */
const [WIDE_LIST, FIXED] = [900, 98];
const PHONE_KEYS = ["contact", "score"] as const;
const STEP = 20;
/** Texts beside the contact icons appear once this many columns fit. */
const BEFORE_TEXTS = 4;

function listWidth(columns: number): number {
  const company = columns + FIXED + 290 > WIDE_LIST ? 290 : 250;
  return Math.ceil((columns + FIXED + company) / STEP) * STEP;
}

/** A narrow list drops its last columns first. `reserved`: pixels at the right. */
export function arrangeColumns(chosen: readonly ColumnChoice[], reserved = 0) {
  let used = reserved;
  let growth = "";
  const sized = chosen.map(([key, name], index) => {
    const [icons, texts] = COLUMNS.contact.widths;
    const isGrowing = (one: ColumnChoice) => one[0] === "contact" && one[1] === "normal";
    const width = isGrowing([key, name])
      ? icons
      : (COLUMNS[key].widths[COLUMN_WIDTHS.indexOf(name)] ?? 0);
    used += width;
    const sizes = `md:w-[${width}px] md:@max-[${listWidth(used)}px]/list:hidden`;
    if (index + 1 === Math.min(BEFORE_TEXTS, chosen.length) && chosen.some(isGrowing)) {
      used += texts - icons;
      growth = ` md:@min-[${listWidth(used)}px]/list:w-[${texts}px]`;
    }
    return { key, ...COLUMNS[key], isGrowing: isGrowing([key, name]), sizes };
  });
  const shown = sized.map(({ isGrowing, sizes, ...column }) => ({
    ...column,
    className: `lead-${column.key} ${sizes}${isGrowing ? growth : ""}`,
  }));
  // Phones always show these.
  const missing = PHONE_KEYS.filter((key) => chosen.every(([one]) => one !== key));
  const onPhones = (key: ColumnKey) => ({
    ...COLUMNS[key],
    key,
    className: `lead-${key} md:hidden`,
  });
  return [...shown, ...missing.map(onPhones)];
}
export type ShownColumn = ReturnType<typeof arrangeColumns>[number];
