import SqliteDatabase from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { runJob } from "../support/api-answers";
import { listLeads, postForm, postJson, waitForJob } from "../support/api-client";
import { SecretSearch } from "../support/secret-search";
import { anonymousFetch } from "../support/signed-fetch";
import { openOwnApp } from "../support/test-app";

/** Short, so that the sentences in which JavaScript quotes a text hold all of it. */
const PERSON = "Zq7Erika9x";
const MARKS = {
  person: PERSON,
  email: "zq7mail@zq7firma.example",
  domain: "zq7firma.example",
  phone: "030 55501737",
  note: "Zq7Notiz, gehört Frau Vogel",
  word: "Zq7Suchwort",
  tag: "zq7schlagwort",
  key: "zq7-planted-key-of-a-service",
  password: "zq7-planted-password",
};

const LineSchema = z.looseObject({
  level: z.int(),
  time: z.iso.datetime({ precision: 3 }),
  msg: z.string(),
  requestId: z.uuid().optional(),
  jobId: z.string().optional(),
  err: z.looseObject({ type: z.string(), stack: z.string() }).optional(),
});

function linesOf(output: string) {
  // What stands behind the last line break is still on its way.
  const lines = output.split("\n").slice(0, -1);
  const logged = lines.filter((line) => line.startsWith("{"));
  return logged.map((line) => LineSchema.parse(JSON.parse(line)));
}

test("a line names its request or job, and nothing of what people and services wrote", async () => {
  const app = await openOwnApp({
    settings: {
      LOG_LEVEL: "debug",
      RETRY_SPEED: "500",
      CALL_TIME_LIMIT_MS: "1000",
      SERPER_API_KEY: MARKS.key,
    },
  });
  const at = (path: string) => app.server.url + path;
  const form = (path: string, fields: Record<string, string>) =>
    anonymousFetch(at(path), {
      method: "POST",
      redirect: "manual",
      headers: { origin: app.server.url },
      body: new URLSearchParams(fields),
    });
  const { person, email, domain, phone, note, word, tag, password } = MARKS;

  // What is right.
  const contacts = [{ name: person, email, phone }];
  await postJson(at("/api/leads"), { domain, contacts, notes: note, tags: [tag], phone });
  expect(await listLeads(app.server.url, `q=${person}`)).toHaveLength(1);
  const rows = `Firma;Website;E-Mail;Telefon\n${person};www.${domain};${email};${phone}\n`;
  const file = new File([rows], `${word}.csv`);
  const imported = await postForm(at("/api/leads/import"), { file });
  const importId = z.object({ jobId: z.string() }).parse(await imported.json()).jobId;
  await waitForJob(app.server.url, importId);
  const search = { query: word, region: "Berlin", count: 5, enrich: false };
  const { id: searchId } = await runJob(app, "/api/jobs/serp-enrich", search);
  await postJson(at("/api/ai-search"), { description: `${word} für ${person}`, mode: "custom" });

  // What is refused.
  const json = { "content-type": "application/json" };
  const cookie = `__session=${MARKS.key}`;
  const answers = await Promise.all([
    fetch(at(`/api/leads?${word}=${person}`)),
    fetch(at(`/api/leads/${person}`)),
    fetch(at(`/${word}%zz?q=${person}`)),
    fetch(at("/api/leads"), { method: "POST", headers: json, body: `{"notes":"${person}` }),
    fetch(at("/api/leads"), { method: "POST", headers: { "content-type": email }, body: note }),
    fetch(at("/api/leads"), { headers: { "content-encoding": word, "x-trace": person } }),
    postJson(at("/api/search"), { ...search, [person]: note }),
    form("/anmelden", { name: person, password }),
    form(`/leadspeicher?q=${word}`, { intent: word, notes: note }),
    anonymousFetch(at(`/api/leads?q=${word}`), {
      headers: { authorization: `Bearer ${MARKS.key}`, cookie },
    }),
  ]);
  for (const { status, url } of answers) expect(status, url).toBeGreaterThanOrEqual(302);

  // What the program can't read.
  await app.server.stop();
  const earlier = app.server.output();
  const sqlite = new SqliteDatabase(app.server.databasePath);
  sqlite.pragma("ignore_check_constraints = ON");
  const requeue = sqlite.prepare(
    "UPDATE jobs SET status = 'queued', finished_at = NULL, params = ? WHERE id = ?",
  );
  for (const id of [importId, searchId]) requeue.run(person, id);
  sqlite.close();
  await app.restart();
  const output = () => earlier + app.server.output();
  const failedJobs = () =>
    linesOf(output()).filter(({ msg, err }) => msg === "job failed" && err?.type === "SyntaxError");
  await vi.waitFor(() => expect(failedJobs()).toHaveLength(2), 10_000);
  expect(failedJobs().map(({ jobId }) => jobId)).toEqual(
    expect.arrayContaining([importId, searchId]),
  );
  for (const { err } of failedJobs()) expect(err?.stack).toMatch(/^ {4}at /);
  for (const path of [`/api/jobs/${searchId}`, `/ergebnisse/${searchId}`]) {
    const { status, headers } = await fetch(at(path));
    expect(status).toBe(500);
    const requestId = headers.get("x-request-id");
    const line = expect.objectContaining({ msg: "request failed", requestId });
    await vi.waitFor(() => expect(linesOf(output())).toContainEqual(line), 10_000);
  }

  await app.server.stop();
  const marks = new SecretSearch();
  for (const [name, mark] of Object.entries(MARKS)) marks.add(name, mark);
  expect(marks.leaksIn([{ name: "log", bytes: Buffer.from(output()) }])).toEqual([]);
  const lines = linesOf(output());
  for (const line of lines.filter(({ level }) => level >= 40)) {
    expect(line.requestId ?? line.jobId, line.msg).toBeDefined();
  }
});
