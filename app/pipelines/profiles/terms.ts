/** What somebody has to confirm for the team before profiles are fetched or read in. */
export const PROFILES_NOTICE =
  "Die Profile stammen aus LinkedIn. Dessen Nutzungsbedingungen untersagen automatisches Auslesen; das verwendete LinkedIn-Konto kann eingeschränkt werden. Die Einhaltung der Nutzungsbedingungen und des Datenschutzes liegt bei dem Unternehmen, das diese Funktion einsetzt.";
