import { Fragment, type ReactNode } from "react";
import { formatDate, formatDateTime, formatRelative } from "~/format/german";
import { FIELDS, perPlainText } from "~db/schema/lead-fields";
import { type ContactText, markedText, SOURCE_NAMES } from "../lead";
import type { ColumnKey, LeadSortField, ListLead } from "../list/filters";
import { BUTTON_TAGS } from "../tag";
import { ScoreDots } from "./lead-facts";

type Cell = (lead: ListLead, now: number, timeZone: string) => ReactNode;

/** The style sheet has classes for widths of 72 to 264 pixels in steps of 8. */
function column(heading: string, width: number, cell: Cell, sort?: LeadSortField) {
  return { heading, width, cell, sort };
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

/** A narrow column shows only the icon. */
function contact(
  value: ContactText | null,
  kind: "email" | "phone",
  text = value?.display ?? null,
): ReactNode {
  const shown = text === null ? value?.mark : markedText({ ...value, display: text });
  const content = shown && <span>{shown}</span>;
  if (value === null) return <span />;
  if (value.href === null)
    return (
      <span data-kind={kind} title={markedText(value)}>
        {content}
      </span>
    );
  return (
    <a href={value.href} data-kind={kind} title={markedText(value)}>
      {content}
    </a>
  );
}

export const COLUMNS: Record<ColumnKey, ReturnType<typeof column>> = {
  contact: column("Kontakt", 72, ({ email, phone, contactName }) => (
    <>
      {contact(phone, "phone")}
      {contact(email, "email", email?.href ? contactName : undefined)}
    </>
  )),
  tags: column("Tags", 128, ({ tags }) =>
    tags.filter((tag) => !BUTTON_TAGS.includes(tag)).map(badge),
  ),
  score: column(
    "Bewertung",
    152,
    ({ salesScore, salesReason, offerPackage }) => (
      <>
        <ScoreDots score={salesScore} reason={salesReason} />
        {offerPackage && badge(offerPackage)}
      </>
    ),
    "salesScore",
  ),
  createdAt: column("Gefunden", 104, timeAgo("createdAt"), "createdAt"),
  term: column("Suchbegriff", 136, (lead) => text(lead.sourceTerm), "sourceTerm"),
  city: column("Ort", 136, ({ city }) => text(city), "city"),
  federalState: column("Bundesland", 136, (lead) => text(lead.federalState)),
  companyType: column("Firmentyp", 136, (lead) => text(lead.companyType)),
  source: column("Quelle", 128, (lead) => text(SOURCE_NAMES[lead.sourceType])),
  person: column("Ansprechperson", 152, (lead) => text(lead.contactName)),
  owner: column("Zuständig", 112, ({ owner }) => text(owner)),
  followUp: column("Wiedervorlage", 112, ({ followUpAt }, _, timeZone) =>
    text(followUpAt && formatDate(followUpAt, timeZone)),
  ),
  updatedAt: column("Geändert", 104, timeAgo("updatedAt"), "updatedAt"),
  ...perPlainText((name) => column(FIELDS[name].label, 136, (lead) => text(lead[name]))),
};
/** Pixels. `FIXED` is the frame and the buttons of a row, which never shrink. */
const [WIDE_LIST, FIXED] = [640, 98];
const [COMPANY, NARROW_COMPANY] = [345, 250];
const PHONE_KEYS = ["contact", "score"] as const;
const STEP = 20;
/** Texts beside the contact icons appear once this many columns fit. */
const BEFORE_TEXTS = 4;
const CONTACT_TEXTS = 264;

function listWidth(columns: number): number {
  const company = columns + FIXED + COMPANY > WIDE_LIST ? COMPANY : NARROW_COMPANY;
  return Math.ceil((columns + FIXED + company) / STEP) * STEP;
}

/** A narrow list drops its last columns first. `reserved`: pixels at the right. */
export function arrangeColumns(chosen: readonly ColumnKey[], reserved = 0) {
  let used = reserved;
  let growth = "";
  const sized = chosen.map((key, index) => {
    const { width } = COLUMNS[key];
    used += width;
    const sizes = `md:w-[${width}px] md:@max-[${listWidth(used)}px]/list:hidden`;
    if (index + 1 === Math.min(BEFORE_TEXTS, chosen.length) && chosen.includes("contact")) {
      used += CONTACT_TEXTS - COLUMNS.contact.width;
      growth = ` md:@min-[${listWidth(used)}px]/list:w-[${CONTACT_TEXTS}px]`;
    }
    return { key, ...COLUMNS[key], sizes };
  });
  const shown = sized.map(({ sizes, ...column }) => ({
    ...column,
    className: `lead-${column.key} ${sizes}${column.key === "contact" ? growth : ""}`,
  }));
  // Phones always show these.
  const missing = PHONE_KEYS.filter((key) => !chosen.includes(key));
  const onPhones = (key: ColumnKey) => ({
    ...COLUMNS[key],
    key,
    className: `lead-${key} md:hidden`,
  });
  return [...shown, ...missing.map(onPhones)];
}
export type ShownColumn = ReturnType<typeof arrangeColumns>[number];
