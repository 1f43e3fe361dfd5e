export const MAX_REASON_LENGTH = 200;

/** Choices that a user needs not type. */
export const BLOCK_REASONS = ["Werbung widersprochen", "Kein Bedarf", "Kunde eines Partners"];
