import { ExternalLink } from "~/components/external-link";
import type { ServiceCard } from "~/settings/settings-page.server";

interface KeySteps {
  /** „Auf [serper.dev] ein Konto anlegen oder anmelden.“ */
  first: [before: string, site: string, href: string, after: string];
  others: string[];
}

const PASTE = "Hier einfügen und speichern.";
const ACCOUNT = "ein Konto anlegen oder anmelden.";

const STEPS: Record<ServiceCard["service"], KeySteps> = {
  "google-places": {
    first: [
      "In der",
      "Google Cloud Console",
      "https://console.cloud.google.com/",
      "mit einem Google-Konto anmelden.",
    ],
    others: [
      "Oben in der Projektauswahl ein neues Projekt anlegen und auswählen.",
      "Unter „Abrechnung“ ein Rechnungskonto anlegen und mit dem Projekt verbinden. Ohne Abrechnung lehnt Google jede Suche ab.",
      "Unter „APIs und Dienste“ → „Bibliothek“ nach „Places API (New)“ suchen und sie aktivieren. Die ältere „Places API“ genügt nicht.",
      "Unter „APIs und Dienste“ → „Anmeldedaten“ → „Anmeldedaten erstellen“ einen „API-Schlüssel“ erstellen.",
      "Den Schlüssel öffnen und unter „API-Einschränkungen“ auf „Places API (New)“ beschränken.",
      "Unter „Anwendungseinschränkungen“ „Keine“ wählen oder die IP-Adresse dieses Servers eintragen. Eine Beschränkung auf Websites (HTTP-Verweis) funktioniert nicht, weil der Server sucht und kein Browser.",
      "Den Schlüssel kopieren, hier einfügen und speichern.",
    ],
  },
  serper: {
    first: ["Auf", "serper.dev", "https://serper.dev/", ACCOUNT],
    others: ["Im Dashboard „API Key“ öffnen und den Schlüssel kopieren.", PASTE],
  },
  anymailfinder: {
    first: ["Auf", "anymailfinder.com", "https://anymailfinder.com/", ACCOUNT],
    others: ["In den Kontoeinstellungen „API“ öffnen und den Schlüssel kopieren.", PASTE],
  },
  vayne: {
    first: [
      "Auf",
      "vayne.io",
      "https://www.vayne.io/",
      "ein Konto anlegen oder anmelden und dort die eigene Sitzung im Sales Navigator verbinden.",
    ],
    others: [
      "In den Kontoeinstellungen „API“ öffnen und das Token kopieren.",
      `${PASTE} Die Nutzungsbedingungen der Quelle gelten weiter.`,
    ],
  },
  openai: {
    first: [
      "Auf",
      "platform.openai.com",
      "https://platform.openai.com/api-keys",
      "anmelden und unter „Billing“ Guthaben aufladen.",
    ],
    others: [
      "Unter „API keys“ einen neuen geheimen Schlüssel anlegen und sofort kopieren.",
      `${PASTE} Ein anderes Modell wird auf dem Server in OPENAI_MODEL gesetzt.`,
      "Für einen anderen, kompatiblen Dienst auf dem Server seine Adresse in OPENAI_BASE_URL setzen und eines seiner Modelle in OPENAI_MODEL.",
    ],
  },
};

/** The steps to a key of a service. */
export function KeySteps({ service }: { service: ServiceCard["service"] }) {
  const { first, others } = STEPS[service];
  const [before, site, href, after] = first;
  return (
    <ol className="list-decimal space-y-1.5 pl-5 marker:tabular-nums [&>li]:pl-1">
      <li>
        {before} <ExternalLink href={href}>{site}</ExternalLink> {after}
      </li>
      {others.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}
