import type { ReactNode } from "react";
import { parseUrl } from "../text/parse-url";

/** Null for other schemes, and for addresses that open another host than they show. */
export function safeHref(address: string): string | null {
  const trimmed = address.trim();
  if (/[\s\p{C}\\]|^\//u.test(trimmed)) return null;
  const text = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = parseUrl(text);
  if (url === null) return null;
  const { protocol, username, password, hostname, href } = url;
  const isWeb = protocol === "https:" || protocol === "http:";
  const isPlain = username === "" && password === "" && /^[a-z0-9._-]+$/.test(hostname);
  return isWeb && isPlain ? href : null;
}

export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  const address = safeHref(href);
  if (address === null) return <>{children}</>;
  return (
    <a
      className="link"
      href={address}
      title={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
    >
      {children}
    </a>
  );
}
