import type { ReactNode } from "react";
import type { ContactText } from "../lead";

/** A phone number or email address as a link where it can be one. */
export function ContactLink({ value }: { value: ContactText | null }) {
  if (value === null) return null;
  if (value.href === null) return <>{value.display}</>;
  return (
    <a className="link" href={value.href}>
      {value.display}
    </a>
  );
}

/** Email and phone one above the other, in a row of their own on narrow screens. */
export function ContactCell({
  email,
  phone,
  className = "",
  missing,
}: {
  email: ContactText | null;
  phone: ContactText | null;
  className?: string;
  /** Stands in the place of an email that is not there. */
  missing?: ReactNode;
}) {
  return (
    <td className={`order-last col-span-2 ${className}`}>
      <div className="flex flex-wrap justify-between gap-x-3 md:block">
        {email === null && missing === undefined ? null : (
          <span className="block truncate">
            {email === null ? missing : <ContactLink value={email} />}
          </span>
        )}
        <span className="block truncate text-[13px]">
          <ContactLink value={phone} />
        </span>
      </div>
    </td>
  );
}

/** A sales score from 1 to 5 as dots, with its reason as a tooltip; a dash where there is none. */
export function ScoreDots({ score, reason }: { score: number | null; reason: string | null }) {
  if (score === null) {
    return (
      <span className="text-muted">
        <span aria-hidden>–</span>
        <span className="sr-only">nicht bewertet</span>
      </span>
    );
  }
  return (
    <span className="inline-flex gap-1" title={reason ?? undefined}>
      <span className="sr-only">{score} von 5</span>
      {[1, 2, 3, 4, 5].map((dot) => (
        <span
          key={dot}
          aria-hidden
          className={`size-2 rounded-full ${dot <= score ? "bg-accent" : "border border-edge"}`}
        />
      ))}
    </span>
  );
}
