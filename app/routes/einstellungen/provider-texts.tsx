import type { ReactNode } from "react";
import { ExternalLink } from "~/components/external-link";
import type { ServiceCard } from "~/settings/settings-page.server";

/** Steps to a key, as items of a numbered list. */
export const KEY_STEPS: Record<ServiceCard["service"], ReactNode> = {
  "google-places": (
    <>
      <li>
        In der{" "}
        <ExternalLink href="https://console.cloud.google.com/">Google Cloud Console</ExternalLink>{" "}
        mit einem Google-Konto anmelden.
      </li>
      <li>Oben in der Projektauswahl ein neues Projekt anlegen und auswählen.</li>
      <li>
        Unter „Abrechnung“ ein Rechnungskonto anlegen und mit dem Projekt verbinden. Ohne Abrechnung
        lehnt Google jede Suche ab.
      </li>
      <li>
        Unter „APIs und Dienste“ → „Bibliothek“ nach „Places API (New)“ suchen und sie aktivieren.
        Die ältere „Places API“ genügt nicht.
      </li>
      <li>
        Unter „APIs und Dienste“ → „Anmeldedaten“ → „Anmeldedaten erstellen“ einen „API-Schlüssel“
        erstellen.
      </li>
      <li>
        Den Schlüssel öffnen und unter „API-Einschränkungen“ auf „Places API (New)“ beschränken.
      </li>
      <li>
        Unter „Anwendungseinschränkungen“ „Keine“ wählen oder die IP-Adresse dieses Servers
        eintragen. Eine Beschränkung auf Websites (HTTP-Verweis) funktioniert nicht, weil der Server
        sucht und kein Browser.
      </li>
      <li>Den Schlüssel kopieren, hier einfügen und speichern.</li>
    </>
  ),
  serper: (
    <>
      <li>
        Auf <ExternalLink href="https://serper.dev/">serper.dev</ExternalLink> ein Konto anlegen
        oder anmelden.
      </li>
      <li>Im Dashboard „API Key“ öffnen und den Schlüssel kopieren.</li>
      <li>Hier einfügen und speichern.</li>
    </>
  ),
  anymailfinder: (
    <>
      <li>
        Auf <ExternalLink href="https://anymailfinder.com/">anymailfinder.com</ExternalLink> ein
        Konto anlegen oder anmelden.
      </li>
      <li>In den Kontoeinstellungen „API“ öffnen und den Schlüssel kopieren.</li>
      <li>Hier einfügen und speichern.</li>
    </>
  ),
  vayne: (
    <>
      <li>
        Auf <ExternalLink href="https://www.vayne.io/">vayne.io</ExternalLink> ein Konto anlegen
        oder anmelden und dort die eigene Sitzung im Sales Navigator verbinden.
      </li>
      <li>In den Kontoeinstellungen „API“ öffnen und das Token kopieren.</li>
      <li>Hier einfügen und speichern. Die Nutzungsbedingungen der Quelle gelten weiter.</li>
    </>
  ),
  openai: (
    <>
      <li>
        Auf{" "}
        <ExternalLink href="https://platform.openai.com/api-keys">platform.openai.com</ExternalLink>{" "}
        anmelden und unter „Billing“ Guthaben aufladen.
      </li>
      <li>Unter „API keys“ einen neuen geheimen Schlüssel anlegen und sofort kopieren.</li>
      <li>
        Hier einfügen und speichern. Ein anderes Modell wird auf dem Server in OPENAI_MODEL gesetzt.
      </li>
      <li>
        Für einen anderen, kompatiblen Dienst auf dem Server seine Adresse in OPENAI_BASE_URL setzen
        und eines seiner Modelle in OPENAI_MODEL.
      </li>
    </>
  ),
};
