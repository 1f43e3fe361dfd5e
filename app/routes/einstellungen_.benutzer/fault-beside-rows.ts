import type { UserFault } from "./user-menu";

/** The fault that no row can show: the user is gone, or is oneself and has no menu. */
export function faultBesideRows(
  fault: UserFault | undefined,
  { users, ownId }: { users: readonly { id: string }[]; ownId: string | null },
): string | null {
  if (fault === undefined) return null;
  const hasMenu = fault.userId !== ownId && users.some(({ id }) => id === fault.userId);
  return hasMenu ? null : Object.values(fault.errors).filter(Boolean).join(" ");
}
