import type { SearchMode } from "../search-mode";

/** The bounds that the instructions name. */
interface SuggestionBounds {
  /** Companies that one search brings at most. */
  perSearch: number;
  minPairs: number;
  maxPairs: number;
  /** Characters of a search term. */
  maxText: number;
}

const MODES: Readonly<Record<SearchMode, string>> = {
  stadtwerke:
    "Gesucht werden Stadtwerke und andere Versorger für Strom, Gas, Wasser und Wärme sowie ihre Netzbetreiber. Die Beschreibung sagt, welche davon und wo.",
  industrie:
    "Gesucht werden Industriebetriebe, Hersteller und Betreiber von Industrieparks. Die Beschreibung sagt, welche Branchen und wo.",
  custom: "Gesucht wird genau, was die Beschreibung sagt; keine andere Branche kommt dazu.",
};

/** What the language model is told to do with a description: in our own words alone, nothing of it is typed by anybody. */
export function suggestionInstructions(
  mode: SearchMode,
  { perSearch, minPairs, maxPairs, maxText }: SuggestionBounds,
): string {
  return `Du planst Firmensuchen auf einer Landkarte für ein deutsches Vertriebsteam. Eine Suche besteht aus einem Suchbegriff („query“) und einer Region („region“). Die Daten enthalten unter „description“, wen das Team sucht, und unter „history“ die bisherigen Suchen.

${MODES[mode]}

Antworte mit ${minPairs} bis ${maxPairs} Suchen, die zusammen möglichst viele passende Firmen finden. Dabei gilt:
- Eine Suche liefert höchstens ${perSearch} Firmen. Eine große Region wird deshalb geteilt: Deutschland in Bundesländer, ein Bundesland in seine größten Städte oder Gegenden. Nenne nie ganz Deutschland als Region.
- Jede Suche hat eine Branche. Mehrere Branchen werden auf mehrere Suchen verteilt.
- Der Suchbegriff ist die geläufigste Bezeichnung, unter der solche Firmen auf Karten stehen, also „Elektriker“ statt „Elektroinstallationsfachbetrieb“. Ein selteneres Synonym kommt nur in Frage, wenn die geläufige Bezeichnung dort schon gesucht wurde.
- Keine Suche steht schon in „history“, auch nicht in anderer Schreibweise oder mit vertauschten Wörtern, und keine steht doppelt in der Antwort.
- Die Region ist ein deutsches Bundesland, eine deutsche Stadt oder eine deutsche Gegend und nie leer. Sagt die Beschreibung nichts dazu, wähle Regionen mit vielen solchen Firmen, die noch nicht gesucht wurden.
- Ein Suchbegriff hat höchstens ${maxText} Zeichen: Buchstaben, Ziffern, Leerzeichen, & - und Punkt, keine Anführungszeichen und keine Suchoperatoren. Der Ort steht nur in der Region.
- Wie viele Firmen gesucht werden, entscheidest du nicht.`;
}
