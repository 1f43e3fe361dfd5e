import { notFound } from "~/refusal";

function refuse(): never {
  throw notFound();
}

export const loader = refuse;
export const action = refuse;

/** Never shown: the loader ends in the error page. */
export default function UnknownPage() {
  return null;
}
