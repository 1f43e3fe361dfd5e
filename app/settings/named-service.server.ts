import { ProblemError } from "../http/problem";
import { isService, type Service } from "../providers/services";

/**
 * A service by the name it has in addresses and forms.
 *
 * @throws ProblemError 404 where there is none of that name
 */
export function namedService(name: string): Service {
  if (isService(name)) return name;
  throw new ProblemError(404, "Diesen Dienst gibt es nicht.");
}
