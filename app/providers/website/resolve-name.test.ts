import { createSocket } from "node:dgram";
import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { resolveName } from "./guarded-agent.server";

const TYPES = { A: 1, AAAA: 28 };
const ADDRESS = [93, 184, 215, 14];

/** A name server that knows one IPv4 address for every name, and keeps silent when it is asked for another type. */
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
    // The name as it was asked, IN, for a minute, four bytes.
    const record = [0xc0, 12, 0, TYPES.A, 0, 1, 0, 0, 0, 60, 0, 4, ...ADDRESS];
    const answer = [...head, ...question.subarray(12, end + 5), ...record];
    server.send(Buffer.from(answer), port, address);
  });
  server.bind(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { address: `127.0.0.1:${server.address().port}`, asked };
}

it("has what came when a name server answers for one kind of address alone, and asks once", async () => {
  const { address, asked } = await startNameServer();
  const { signal } = new AbortController();
  expect(await resolveName("firma.de", signal, [address])).toEqual([ADDRESS.join(".")]);
  expect(asked.toSorted()).toEqual([TYPES.A, TYPES.AAAA]);
});
