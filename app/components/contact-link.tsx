/** A phone number or email address as it is read, and what a link to it opens. */
export interface ContactValue {
  display: string;
  href: string | null;
}

/** A phone number or email address as a link where it can be one. */
export function ContactLink({ value }: { value: ContactValue | null }) {
  if (value === null) return null;
  if (value.href === null) return <>{value.display}</>;
  return (
    <a className="link" href={value.href}>
      {value.display}
    </a>
  );
}
