export const SCOPE_NAMES = { read: "nur lesen", full: "voller Zugriff" };

export const SCOPE_OPTIONS = [
  { value: "read", label: SCOPE_NAMES.read },
  { value: "full", label: SCOPE_NAMES.full },
];
