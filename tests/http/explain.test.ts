import { expect, test } from "vitest";
import { z } from "zod";
import { CauseSchema } from "../../app/search/explain-missing.server";
import { getAnswer, readFault } from "../support/api-answers";
import { SEED_START } from "../support/lead-factory";
import { readHtml, readText } from "../support/page-text";
import { openTestApp } from "../support/test-app";

const { server } = await openTestApp({
  leads: [{ domain: "kiebitz.example", companyName: "Kiebitz Solar GmbH", createdAt: SEED_START }],
});
const AnswerSchema = z.object({ q: z.string(), causes: z.array(CauseSchema) });

test("a company is found by name, domain and address", async () => {
  for (const q of ["kiebitz solar", "kiebitz.example", "https://www.kiebitz.example/impressum"]) {
    const query = new URLSearchParams({ q: ` ${q} ` });
    const answer = await getAnswer(`${server.url}/api/leads/explain?${query}`, AnswerSchema);
    expect(answer).toMatchObject({ q, causes: [{ kind: "lead", links: [{ label: "Öffnen" }] }] });
  }
});

test.for([
  ["", "Name, Domain oder Webadresse einer Firma eingeben."],
  ["?q=", "Name, Domain oder Webadresse einer Firma eingeben."],
  ["?q=%20%20", "Name, Domain oder Webadresse einer Firma eingeben."],
  [`?q=${"x".repeat(201)}`, "Höchstens 200 Zeichen sind erlaubt."],
  ["?q=a&wo=b", "„wo“ gibt es hier nicht. Am nächsten kommt „q“."],
])("refuses %s", async ([query, message]) => {
  const fault = await readFault(await fetch(`${server.url}/api/leads/explain${query}`));
  expect(fault.message).toBe(message);
});

test("the page says what is missing, and keeps what was typed", async () => {
  expect(await readText(`${server.url}/warum`)).not.toContain("eingeben.");
  expect(await readText(`${server.url}/warum?q=+`)).toContain(
    "Name, Domain oder Webadresse einer Firma eingeben.",
  );
  const long = "x".repeat(201);
  const html = await readHtml(`${server.url}/warum?q=${long}`);
  expect(html).toContain(`value="${long}"`);
  expect(html).toContain("Höchstens 200 Zeichen sind erlaubt.");
});
