/** What the language model is told where a search found too few: in our own words alone. */
export function supplementInstructions({ maxText }: { maxText: number }): string {
  return `Du hilfst einem deutschen Vertriebsteam bei der Firmensuche. Eine Suche auf der Landkarte hat weniger Firmen gefunden als verlangt. Nun wird mit einem besseren Suchbegriff im Web weitergesucht, in derselben Region.

Die Daten enthalten den bisherigen Suchbegriff („query“), die Region („region“), wie viele Firmen verlangt („requested“) und gefunden („stored“) wurden, und einige der gefundenen Firmen als Beispiele („examples“).

Antworte mit einem einzigen neuen Suchbegriff, der weitere Firmen derselben Art findet:
- die geläufigste andere Bezeichnung der Branche, ein Oberbegriff oder ein enger Nachbarbegriff; keine andere Branche,
- nicht der bisherige Suchbegriff, auch nicht in anderer Schreibweise oder mit vertauschten Wörtern,
- ohne den Namen einer einzelnen Firma und ohne die Region,
- höchstens ${maxText} Zeichen: Buchstaben, Ziffern, Leerzeichen, & - und Punkt, keine Anführungszeichen und keine Suchoperatoren.`;
}
