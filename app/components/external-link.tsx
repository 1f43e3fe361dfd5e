import type { ReactNode } from "react";

/** The address if it is http or https; anything else that came from outside must not become a link. */
export function safeHref(address: string): string | null {
  const text = /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === "https:" || protocol === "http:" ? href : null;
}

/** A link to a company's website, or plain text where the address is no web address. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  const address = safeHref(href);
  if (address === null) return <>{children}</>;
  return (
    <a className="link" href={address} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
