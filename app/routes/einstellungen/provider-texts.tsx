import { ExternalLink } from "~/components/external-link";
import type { ServiceCard } from "~/settings/settings-page.server";

const PASTE = "Hier einfügen und speichern.";
const ACCOUNT = "ein Konto anlegen oder anmelden";

/** The first step contains `site`, which becomes a link. */
const STEPS: Record<ServiceCard["service"], { site: string; href: string; steps: string[] }> = {
  "google-places": {
    site: "Google Cloud Console",
    href: "https://console.cloud.google.com/",
    steps: [
      "In der Google Cloud Console mit einem Google-Konto anmelden.",
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
    site: "serper.dev",
    href: "https://serper.dev/",
    steps: [
      `Auf serper.dev ${ACCOUNT}.`,
      "Im Dashboard „API Key“ öffnen und den Schlüssel kopieren.",
      PASTE,
    ],
  },
  anymailfinder: {
    site: "anymailfinder.com",
    href: "https://anymailfinder.com/",
    steps: [
      `Auf anymailfinder.com ${ACCOUNT}.`,
      "In den Kontoeinstellungen „API“ öffnen und den Schlüssel kopieren.",
      PASTE,
    ],
  },
  vayne: {
    site: "vayne.io",
    href: "https://www.vayne.io/",
    steps: [
      `Auf vayne.io ${ACCOUNT} und dort die eigene Sitzung im Sales Navigator verbinden.`,
      "In den Kontoeinstellungen „API“ öffnen und das Token kopieren.",
      `${PASTE} Die Nutzungsbedingungen der Quelle gelten weiter.`,
    ],
  },
  openai: {
    site: "platform.openai.com",
    href: "https://platform.openai.com/api-keys",
    steps: [
      "Auf platform.openai.com anmelden und unter „Billing“ Guthaben aufladen.",
      "Unter „API keys“ einen neuen geheimen Schlüssel anlegen und sofort kopieren.",
      `${PASTE} Ein anderes Modell wird auf dem Server in OPENAI_MODEL gesetzt.`,
      "Für einen anderen, kompatiblen Dienst auf dem Server seine Adresse in OPENAI_BASE_URL setzen und eines seiner Modelle in OPENAI_MODEL.",
    ],
  },
};

const TOP_UP: Partial<Record<ServiceCard["service"], string>> = {
  "google-places": "https://console.cloud.google.com/billing",
  openai: "https://platform.openai.com/settings/organization/billing/overview",
};

export function TopUp({ service }: { service: ServiceCard["service"] }) {
  return (
    <ExternalLink href={TOP_UP[service] ?? STEPS[service].href}>Guthaben aufladen</ExternalLink>
  );
}

export function KeySteps({ service }: { service: ServiceCard["service"] }) {
  const { site, href, steps } = STEPS[service];
  const [first = "", ...others] = steps;
  const [before, after] = first.split(site);
  return (
    <ol className="list-decimal space-y-1.5 pl-5 marker:tabular-nums [&>li]:pl-1">
      <li>
        {before}
        <ExternalLink href={href}>{site}</ExternalLink>
        {after}
      </li>
      {others.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}
