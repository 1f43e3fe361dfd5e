/** Ends a loader or action with the page that says that there is nothing here. */
export function notFound(): never {
  throw new Response(null, { status: 404 });
}
