import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, connect, type Server, Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { request } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import { asIf, NAMES, PUBLIC, PUBLIC_V6, startFakeInternet } from "~tests/website/fake-internet";
import { createGuardedAgent, type GuardOptions, resolveName } from "./guarded-agent.server";

/**
 * A key and a self-signed certificate for public.test. Made for tests and used nowhere else; valid until
 * 2126: openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=public.test
 * -addext subjectAltName=DNS:public.test
 */
const SELF_SIGNED = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgdnhoBOWAswOTsNqn
n34d5fJ/YK9KasMjiTg6hUtdhBihRANCAAQdVK/S0UxYQb84MJUGqW+RTq8u3gXF
kNFEycsIIcxGtrj/mrR8hWNEnnmh1KVeFxa0gY7v+j7TtCPAqkHFDzMu
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUdcW1CCDRi4eNXj3lyYaLQxQu1LkwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLcHVibGljLnRlc3QwIBcNMjYxMTIxMTUzODE5WhgPMjEyNjEw
MjgxNTM4MTlaMBYxFDASBgNVBAMMC3B1YmxpYy50ZXN0MFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEHVSv0tFMWEG/ODCVBqlvkU6vLt4FxZDRRMnLCCHMRra4/5q0
fIVjRJ55odSlXhcWtIGO7/o+07QjwKpBxQ8zLqNrMGkwHQYDVR0OBBYEFIWopj6V
5687yqscOKq67l1smBL0MB8GA1UdIwQYMBaAFIWopj6V5687yqscOKq67l1smBL0
MA8GA1UdEwEB/wQFMAMBAf8wFgYDVR0RBA8wDYILcHVibGljLnRlc3QwCgYIKoZI
zj0EAwIDSAAwRQIgYF0/YCnsuE9gUlxoDR0AEDYS7Kz1/LkkTTLSAkkSdBsCIQCR
Y53x/Ds5ehlZyzrvmrGOzM5ryV+AtFVstq71VMU2Cg==
-----END CERTIFICATE-----
`,
};

async function ask(url: string, options: GuardOptions) {
  const dispatcher = createGuardedAgent(options);
  try {
    const { statusCode, body } = await request(url, { dispatcher });
    return { statusCode, text: await body.text() };
  } finally {
    await dispatcher.destroy();
  }
}

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => "the call succeeded",
    (reason: unknown) => reason,
  );
}

/** @returns its port; closed when the test is over */
async function listen(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return port;
}

describe("the guarded agent", () => {
  it("checks the address itself, for any caller", async () => {
    const { parts, attempts } = await startFakeInternet();
    const options = { ...parts, testNames: true };
    for (const [url, refusal] of [
      ["http://127.0.0.1/", "ip_literal"],
      ["http://public.test:8080/", "port"],
      ["http://drucker.local/", "local_name"],
      ["http://mixed.test/", "not_public"],
      ["https://private.test/", "not_public"],
    ] as const) {
      expect(await failureOf(ask(url, options)), url).toMatchObject({ reason: refusal });
    }
    expect(attempts).toEqual([]);
  });

  it("refuses a socket with another peer", async () => {
    const { parts, requests } = await startFakeInternet();
    const open: GuardOptions["open"] = (address, port) =>
      asIf("127.0.0.1", parts.open(address, port));
    const options = { ...parts, open, testNames: true };
    expect(await failureOf(ask("http://public.test/", options))).toMatchObject({
      reason: "not_public",
    });
    expect(requests).toEqual([]);
  });

  it("refuses the addresses of this machine, public or not", async () => {
    const { parts, attempts } = await startFakeInternet();
    const options = { ...parts, testNames: true, listOwn: () => ["10.0.0.7", PUBLIC] };
    expect(await failureOf(ask("http://public.test/", options))).toMatchObject({
      reason: "not_public",
    });
    expect(attempts).toEqual([]);
  });

  it("tries the next address of a name if one refuses", async () => {
    const { parts } = await startFakeInternet({ "two.test": [[PUBLIC_V6, PUBLIC]] });
    const tried: string[] = [];
    const open: GuardOptions["open"] = (address, port) => {
      tried.push(address);
      // Nobody listens on port 1.
      return address === PUBLIC ? parts.open(address, port) : connect(1, "127.0.0.1");
    };
    const { statusCode } = await ask("http://two.test/", { ...parts, open, testNames: true });
    expect(statusCode).toBe(200);
    expect(tried).toEqual([PUBLIC_V6, PUBLIC]);
  });

  it("leaves time for the next address if one is silent", async () => {
    const { parts } = await startFakeInternet({ "two.test": [[PUBLIC_V6, PUBLIC]] });
    const silent = new Socket();
    const open: GuardOptions["open"] = (address, port) =>
      address === PUBLIC ? parts.open(address, port) : asIf(address, silent);
    const options = { ...parts, open, testNames: true, connectTimeoutMs: 2_000 };
    const { statusCode } = await ask("http://two.test/", options);
    expect(statusCode).toBe(200);
    expect(silent.destroyed).toBe(true);
  });

  it("gives up on a silent name server", async () => {
    const { parts } = await startFakeInternet();
    const resolve = () => new Promise<string[]>(() => {});
    const options = { ...parts, resolve, connectTimeoutMs: 50, testNames: true };
    expect(await failureOf(ask("http://public.test/", options))).toMatchObject({
      name: "TimeoutError",
    });
  });

  it("passes on the network's own error", async () => {
    const { parts } = await startFakeInternet(NAMES);
    const failure = await failureOf(ask("http://unknown.test/", { ...parts, testNames: true }));
    expect(failure).toMatchObject({ code: "ENOTFOUND" });
  });

  it("requires a trusted certificate for the name", async () => {
    let secured = 0;
    const names: string[] = [];
    const server = createTlsServer(
      {
        ...SELF_SIGNED,
        SNICallback: (name, done) => {
          names.push(name);
          done(null);
        },
      },
      () => {
        secured += 1;
      },
    );
    const realPort = await listen(server.on("tlsClientError", () => {}));
    const { parts } = await startFakeInternet();
    const ports: number[] = [];
    const open: GuardOptions["open"] = (address, port) => {
      ports.push(port);
      return asIf(address, connect(realPort, "127.0.0.1"));
    };
    const call = ask("https://public.test/", { ...parts, open, testNames: true });
    expect(await failureOf(call)).toMatchObject({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    expect({ ports, names, secured }).toEqual({ ports: [443], names: ["public.test"], secured: 0 });
  });
});

const TYPES = { A: 1, AAAA: 28 };
const ADDRESS = [93, 184, 215, 14];

/** A name server with one IPv4 address for every name, silent for other record types. */
async function startNameServer(): Promise<{ address: string; asked: number[] }> {
  const asked: number[] = [];
  const server = createSocket("udp4");
  server.on("message", (question, { port, address }) => {
    let end = 12;
    while (question[end]) end += (question[end] ?? 0) + 1;
    const type = question.readUInt16BE(end + 1);
    asked.push(type);
    if (type !== TYPES.A) return;
    const [high = 0, low = 0] = question;
    const head = [high, low, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0];
    // The asked name, class IN, 60 seconds, four bytes.
    const record = [0xc0, 12, 0, TYPES.A, 0, 1, 0, 0, 0, 60, 0, 4, ...ADDRESS];
    const answer = [...head, ...question.subarray(12, end + 5), ...record];
    server.send(Buffer.from(answer), port, address);
  });
  server.bind(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { address: `127.0.0.1:${server.address().port}`, asked };
}

it("a partial answer of a name server counts, and is not retried", async () => {
  const { address, asked } = await startNameServer();
  const { signal } = new AbortController();
  expect(await resolveName("firma.de", signal, [address])).toEqual([ADDRESS.join(".")]);
  expect(asked.toSorted()).toEqual([TYPES.A, TYPES.AAAA]);
});
