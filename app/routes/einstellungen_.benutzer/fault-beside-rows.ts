import type { UserFault } from "./user-menu";

/** What is wrong where no row can say it: the user is gone, or has no menu for being oneself. */
export function faultBesideRows(
  fault: UserFault | undefined,
  { users, ownId }: { users: readonly { id: string }[]; ownId: string | null },
): string | null {
  if (fault === undefined) return null;
  const hasMenu = fault.userId !== ownId && users.some(({ id }) => id === fault.userId);
  return hasMenu ? null : Object.values(fault.errors).filter(Boolean).join(" ");
}
