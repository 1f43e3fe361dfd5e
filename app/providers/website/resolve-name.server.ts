import { Resolver } from "node:dns/promises";

/**
 * All addresses of a name that come in time. Asks the name servers, not the system: the system's resolver holds one of
 * the process's four threads for as long as a name server keeps silent, and knows names of the internal network besides.
 *
 * @param servers as `address:port`; the machine's own where it is left out
 * @throws the resolver's error where there is none
 */
export async function resolveName(
  host: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<string[]> {
  // Some name servers never answer for IPv6. Asking again would outlast the time to connect.
  const resolver = new Resolver({ timeout: 1_000, tries: 1 });
  if (servers !== undefined) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = [v4, v6].flatMap((answer) =>
      answer.status === "fulfilled" ? answer.value : [],
    );
    if (addresses.length === 0 && v4.status === "rejected") throw v4.reason;
    return addresses;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}
