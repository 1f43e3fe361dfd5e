import { z } from "zod";
import { SERVICES, type Service } from "../../app/providers/services";
import { postJson, resetProviders, setFault, waitForJob } from "./api-client";
import type { TestApp } from "./app-server";

const StartedSchema = z.object({ jobId: z.string() });
const LeadIdsSchema = z.object({ leads: z.array(z.object({ id: z.string() })) });
/** More often than any call is tried. */
const ALWAYS = 200;
const COUNT = 6;

/** What each service says of itself in the body of a refusal. */
const REFUSALS: Record<Service, (words: string) => object> = {
  "google-places": (message) => ({ error: { code: 400, status: "INVALID_ARGUMENT", message } }),
  serper: (message) => ({ message, statusCode: 400 }),
  anymailfinder: (message) => ({ error: "refused", message }),
  vayne: (details) => ({ error: "Refused", details }),
  openai: (message) => ({ error: { message, type: "refused", code: null } }),
};

/** Pages and documents that say something of the product's state. */
export const PAGES = [
  "/suche",
  "/leadspeicher",
  "/leadspeicher.data",
  "/leadspeicher/papierkorb",
  "/leadspeicher/sperrliste",
  "/leadspeicher/import",
  "/pipelines/karten",
  "/pipelines/websuche",
  "/pipelines/csv",
  "/pipelines/profile",
  "/pipelines/register",
  "/kosten?kind=search&count=50",
  "/einstellungen",
  "/einstellungen.data",
  "/einstellungen/benutzer",
  "/einstellungen/benutzer.data",
  "/einstellungen/konto",
  "/einstellungen/tokens",
  "/einstellungen/tokens.data",
  "/einstellungen/zustand",
  "/einstellungen/zustand.data",
  "/einstellungen/texte",
  "/einstellungen/texte.data",
  "/suche?art=ki&modus=industrie",
  "/kampagnen",
  "/kampagnen.data",
  "/anmelden",
  "/gibt-es-nicht",
  "/healthz",
  "/api/credentials/status",
  "/api/openapi.json",
  "/api/jobs?pageSize=200",
  "/api/leads?pageSize=200",
  "/api/leads/stats",
  "/api/gibt-es-nicht",
];

/** Makes the product do everything that it does, over its API and its forms. */
export class WholeProduct {
  readonly #app: TestApp;
  /** Makes every search one of its own. */
  #runs = 0;

  constructor(app: TestApp) {
    this.#app = app;
  }

  get #url(): string {
    return this.#app.server.url;
  }

  #form(path: string, fields: Record<string, string | File>): Promise<Response> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return fetch(this.#url + path, { method: "POST", body, redirect: "manual" });
  }

  /** Waits for a run and looks at it in every way that there is. */
  async #follow(response: Response): Promise<string> {
    const target = response.headers.get("location");
    const id =
      response.status === 302 && target !== null
        ? target.slice("/ergebnisse/".length)
        : StartedSchema.parse(await response.json()).jobId;
    const job = await waitForJob(this.#url, id);
    for (const path of [`/ergebnisse/${id}`, `/ergebnisse/${id}.data`, `/api/jobs/${id}/results`]) {
      await fetch(this.#url + path);
    }
    return job.status;
  }

  /** Starts a run that asks one of the services. */
  #runOf(service: Service): Promise<Response> | null {
    this.#runs += 1;
    const n = this.#runs;
    const search = { query: "Elektriker", region: "Sachsen", count: COUNT, enrich: false };
    switch (service) {
      case "google-places":
        return postJson(`${this.#url}/api/jobs/maps-enrich`, search);
      case "serper":
        return postJson(`${this.#url}/api/jobs/serp-enrich`, search);
      case "anymailfinder": {
        const file = new File([`Firma;Website\nFirma ${n};firma-${n}.example\n`], "Liste.csv");
        return this.#form("/api/jobs/csv-enrich", { file, category: "ceo" });
      }
      case "vayne": {
        const searchUrl = `https://www.linkedin.com/sales/search/people?query=(x)&savedSearchId=${n}`;
        const body = { searchUrl, count: COUNT, enrich: false };
        return postJson(`${this.#url}/api/jobs/profiles-enrich`, body);
      }
      case "openai":
        return null;
    }
  }

  /** Every pipeline without a fault; how each run ended. */
  async runEverything(): Promise<string[]> {
    await this.#form("/pipelines/profile", { intent: "confirm", confirmed: "on" });
    const profiles = "First Name;Last Name;Company;Website\nErika;Muster;Eins GmbH;eins.example\n";
    const own = "Firma;Website\nEigene Firma GmbH;eigene-firma.example\n";
    const starts: (() => Promise<Response>)[] = [
      () => postJson(`${this.#url}/api/search`, { query: "Hotel", region: "Bayern", count: COUNT }),
      () => postJson(`${this.#url}/api/leads/quick-serp`, { query: "Hotel", count: COUNT }),
      () => this.#form("/api/leads/import", { file: new File([own], "Eigene.csv") }),
      () =>
        this.#form("/pipelines/profile", {
          intent: "file",
          enrich: "on",
          file: new File([profiles], "Profile.csv"),
        }),
      () => this.#enrich(),
    ];
    const states: string[] = [];
    for (const service of SERVICES) {
      const run = this.#runOf(service);
      if (run !== null) states.push(await this.#follow(await run));
    }
    for (const start of starts) states.push(await this.#follow(await start()));
    return states;
  }

  /** Looks for the emails of stored leads, as the bulk menu does. */
  async #enrich(): Promise<Response> {
    const answer = await fetch(`${this.#url}/api/leads?hasEmail=false&pageSize=${COUNT}`);
    const ids = LeadIdsSchema.parse(await answer.json()).leads.map(({ id }) => id);
    return postJson(`${this.#url}/api/leads/bulk`, { action: "enrich", ids });
  }

  /** Lets every service repeat its key wherever it can, in runs and in tests of the key. */
  async echoKeys(keyOf: (service: Service) => string): Promise<void> {
    const { origin } = this.#app.providers;
    for (const service of SERVICES) {
      const key = keyOf(service);
      const words = `The key ${key} is bad, see ?key=${encodeURIComponent(key)}.`;
      const body = REFUSALS[service](words);
      const headers = { "www-authenticate": `Bearer ${key}`, "x-key": key };
      const faults = [
        { status: 401, headers, body },
        { status: 402, headers, body },
        { status: 500, headers, body: `<title>${words}</title>${words}` },
        { status: 200, headers, body: JSON.stringify(body).replaceAll("/", "\\/").slice(0, -3) },
        { status: 200, headers, body: { [key]: key } },
        { status: 302, headers: { ...headers, location: `/?key=${key}` }, body: words },
      ];
      for (const fault of faults) {
        await setFault(origin, { provider: service, times: ALWAYS, fault });
        const run = this.#runOf(service);
        if (run !== null) await this.#follow(await run);
        await fetch(`${this.#url}/api/credentials/${service}/test`, { method: "POST" });
        if (fault.status === 401) await this.#form("/einstellungen", { intent: "test", service });
        await resetProviders(origin);
      }
    }
  }

  /** Exports of leads and of a run. */
  async exportAll(): Promise<void> {
    const jobs = z.object({ jobs: z.array(z.object({ id: z.string() })) });
    const answer = await fetch(`${this.#url}/api/jobs?status=complete&type=maps`);
    const id = jobs.parse(await answer.json()).jobs[0]?.id;
    for (const path of ["/api/leads/export", `/api/jobs/${id}/export`]) {
      await fetch(this.#url + path);
    }
  }
}
