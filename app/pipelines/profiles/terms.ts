/** Under this name it is kept that somebody confirmed the notice. */
export const PROFILES_TERMS = "profiles-terms";

/** What somebody has to confirm for the team before profiles are fetched or read in. */
export const PROFILES_NOTICE =
  "Die Profile stammen aus LinkedIn. Dessen Nutzungsbedingungen untersagen automatisches Auslesen; das verwendete LinkedIn-Konto kann eingeschränkt werden. Die Einhaltung der Nutzungsbedingungen und des Datenschutzes liegt bei dem Unternehmen, das diese Funktion einsetzt.";

export const MISSING_PROFILES_KEY =
  "Für die Profilsuche fehlt der Schlüssel von Vayne. Er wird in den Einstellungen hinterlegt.";

export const UNCONFIRMED_TERMS =
  "Vor der ersten Profilsuche ist der Hinweis zu den Nutzungsbedingungen der Quelle zu bestätigen.";
