import { type ContactText, markedText } from "../lead";

function ContactLink({ value, className = "" }: { value: ContactText | null; className?: string }) {
  if (value === null) return null;
  if (value.href === null) return <span className={className}>{markedText(value)}</span>;
  return (
    <a className={`link ${className}`} href={value.href}>
      {markedText(value)}
    </a>
  );
}

export function ContactCell({
  email,
  phone,
  className = "",
}: {
  email: ContactText | null;
  phone: ContactText | null;
  className?: string;
}) {
  return (
    <td
      className={`*:block *:w-fit *:max-w-full *:truncate max-md:order-1 max-md:col-span-2 max-md:not-empty:flex max-md:flex-wrap max-md:justify-between max-md:gap-x-3 ${className}`}
    >
      <ContactLink value={email} />
      <ContactLink value={phone} className="text-[13px]" />
    </td>
  );
}

/** Indexed by score. */
const SCORE_WIDTHS = ["", "before:w-2", "before:w-5", "before:w-8", "before:w-11", "before:w-14"];

export function ScoreDots({ score, reason }: { score: number | null; reason: string | null }) {
  if (score === null) {
    return (
      <span className="text-muted" role="img" aria-label="nicht bewertet">
        –
      </span>
    );
  }
  return (
    <span className={`score ${SCORE_WIDTHS[score]}`} title={reason ?? undefined}>
      {`${score} von 5`}
    </span>
  );
}

/** Required by the licence (ODbL). */
export function OsmCredit({ className = "" }: { className?: string }) {
  return (
    <p className={`text-[13px] text-muted ${className}`}>
      Daten:{" "}
      <a className="underline" href="https://www.openstreetmap.org/copyright" rel="noreferrer">
        © OpenStreetMap-Mitwirkende
      </a>{" "}
      (ODbL)
    </p>
  );
}
