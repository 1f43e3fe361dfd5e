import type { FieldReply } from "~/http/form-reply";

/** The errors that no row can show: the user is gone, or is oneself and has no menu. */
export function errorsBesideRows(
  reply: FieldReply | undefined,
  { users, ownId }: { users: readonly { id: string }[]; ownId: string | null },
): string | null {
  if (reply === undefined) return null;
  const { userId } = reply.values;
  const hasMenu = userId !== ownId && users.some(({ id }) => id === userId);
  return hasMenu ? null : Object.values(reply.errors).join(" ");
}
