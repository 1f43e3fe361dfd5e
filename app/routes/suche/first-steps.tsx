import { Link } from "@remix-run/react";
import { Search } from "lucide-react";
import { useContext } from "react";
import { Card } from "~/components/card";
import { PostForm, StartButton } from "~/components/field";
import { DEFAULT_COUNT } from "~/jobs/kinds/search-terms";
import { providerName } from "~/providers/services";
import { SERVICE_USES } from "~/settings/service-uses";
import { MaySetUpContext } from "~/settings/ui/settings-hint";

const EXAMPLES = [
  { query: "Stadtwerke", region: "Bayern" },
  { query: "Maschinenbau", region: "Stuttgart" },
  { query: "Steuerberater", region: "Leipzig" },
  { query: "Krankenhaus", region: "Hamburg" },
];

/** Searches that need no key, for a first visit. */
export function FirstSearches() {
  return (
    <Card
      className="max-w-[960px]"
      title="In einer Minute erste Leads"
      text={
        <>
          Firmen aus OpenStreetMap, E-Mails aus ihrem Impressum: ohne Schlüssel, Konto und Kosten.
          Eine dieser Suchen beginnen, unten eine eigene eingeben oder eine{" "}
          <Link className="link" to="/leadspeicher/import">
            eigene Liste einlesen
          </Link>
          .
        </>
      }
    >
      <ul className="mt-3 flex flex-wrap gap-2">
        {EXAMPLES.map(({ query, region }) => (
          <li key={query}>
            <PostForm
              action="/suche"
              fields={{ query, region, count: DEFAULT_COUNT, enrich: "on" }}
            >
              <StartButton icon={Search} label={`${query} in ${region}`} />
            </PostForm>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function KeyUses() {
  const maySetUp = useContext(MaySetUpContext);
  return (
    <Card
      className="max-w-[960px]"
      title="Was Schlüssel dazubringen"
      text="Keiner ist nötig; die nützlichsten zuerst. Preise der Anbieter, Stand November 2026."
    >
      <ol className="mt-3 divide-y divide-line">
        {Object.entries(SERVICE_USES).map(([service, { purpose, price }]) => (
          <li key={service} className="py-3 last:pb-0">
            <h3 className="font-medium">
              {maySetUp ? (
                <Link className="link" to={`/einstellungen#${service}`}>
                  {providerName(service)} einrichten
                </Link>
              ) : (
                providerName(service)
              )}
            </h3>
            <p className="max-w-[720px]">{purpose}</p>
            <p className="max-w-[720px] text-[13px] text-muted">Kosten: {price}</p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
