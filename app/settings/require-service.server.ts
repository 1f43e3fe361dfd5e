import { isService, type Service } from "../providers/services";
import { notFound } from "../refusal";

/**
 * A service by the name it has in addresses and forms.
 *
 * @throws Refusal 404 where there is none of that name
 */
export function requireService(name: string): Service {
  if (isService(name)) return name;
  throw notFound("Diesen Dienst gibt es nicht.");
}
