import type { Role } from "~/access/identity";

export const ROLE_NAMES: Record<Role, string> = {
  administrator: "Administrator",
  member: "Mitglied",
};

export const ROLE_OPTIONS = [
  { value: "member", label: ROLE_NAMES.member },
  { value: "administrator", label: ROLE_NAMES.administrator },
];
