import { postJson, setFault, waitForJob } from "./api-client";
import { plantPage } from "./site-pages";

/** Companies of a page of the web with what their Impressum says: two lie in Augsburg, and of two nothing is said. */
const PLACES = {
  "nah.example": "20095 Hamburg",
  "fern.example": "86150 Augsburg",
  "weit.example": "86150 Augsburg",
  "stumm.example": null,
  "bekannt.example": null,
};
const DOMAINS = Object.keys(PLACES);

/** Searches Hamburg in a web that has these companies alone. */
export async function searchHamburg(appUrl: string, providersOrigin: string) {
  const organic = DOMAINS.map((domain) => ({ title: domain, link: `https://${domain}/` }));
  const fault = { status: 200, body: { organic, credits: 1 } };
  await setFault(providersOrigin, { provider: "serper", times: 2, fault });
  for (const [domain, place] of Object.entries(PLACES)) {
    if (place === null) continue;
    const body = `<h1>Impressum</h1><p>Angaben gemäß § 5 DDG<br>Haus GmbH<br>Gasse 1<br>${place}</p>
      <p>E-Mail: info@${domain}</p>`;
    await plantPage(providersOrigin, {
      domain,
      path: "/",
      body: "<a href=/impressum>Impressum</a>",
    });
    await plantPage(providersOrigin, { domain, path: "/impressum", body });
  }
  const search = { query: "Maler", region: "Hamburg", count: 50 };
  const { jobId } = await (await postJson(`${appUrl}/api/jobs/serp-enrich`, search)).json();
  return waitForJob(appUrl, jobId);
}
