import { notFound } from "~/http/not-found";

export const loader = () => notFound();
export const action = () => notFound();

/** Never shown: the loader ends in the error page. */
export default function UnknownPage() {
  return null;
}
