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
