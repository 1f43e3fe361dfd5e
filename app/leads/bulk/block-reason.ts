export const MAX_REASON_LENGTH = 200;

/** Offered beside the text field. */
export const BLOCK_REASONS = ["Werbung widersprochen", "Kein Bedarf", "Kunde eines Partners"];
