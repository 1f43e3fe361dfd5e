import { domainToASCII } from "node:url";
import { parseUrl } from "../text/parse-url";

/** Excel repairs a sheet whose link address is longer than this many characters. */
const longestTarget = 2_079;

const webAddress = /^https?:\/\/[^\s\p{C}]+$/iu;

/** Signs that a URL parser leaves alone but RFC 3986 does not allow in a path, query or fragment. */
const notInUri = /["<>\\[\]^`{|}]|%(?![0-9a-f]{2})/gi;

const mailAddress =
  /^([a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64})@((?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]*)$/iu;

/**
 * The address a web link leads to, as a valid URI; null if the text is no full http or https address, holds a user
 * name or password (such a link shows another host than it opens), or is too long for Excel.
 */
export function webTarget(text: string): string | null {
  const url = webAddress.test(text) ? parseUrl(text) : null;
  if (url === null || url.username !== "" || url.password !== "") return null;
  const rest = `${url.pathname}${url.search}${url.hash}`.replace(notInUri, encodeURIComponent);
  return withinLimit(`${url.origin}${rest}`);
}

/** The `mailto:` address of one plain e-mail address, without any header; null if the text is none. */
export function mailTarget(text: string): string | null {
  const [, mailbox, domain] = mailAddress.exec(text) ?? [];
  if (mailbox === undefined || domain === undefined) return null;
  const host = domainToASCII(domain);
  return host === "" ? null : withinLimit(`mailto:${encodeURIComponent(mailbox)}@${host}`);
}

function withinLimit(target: string): string | null {
  return target.length <= longestTarget ? target : null;
}
