import { z } from "zod";
import type { Db } from "~db/client";
import {
  deleteCredential,
  findCredentials,
  getCredential,
  saveCredential,
} from "~db/queries/credentials";
import { isService, SERVICES, type Service } from "../providers/services";
import { conflict, notFound } from "../refusal";
import type { KeyCipher } from "./app-secret.server";

const MAX_KEY_LENGTH = 500;

/** Removes pasted whitespace. A header will hold the key, so it must be printable ASCII. */
export const KeySchema = z
  .string("Den Schlüssel als Text angeben.")
  .overwrite((text) => text.replace(/\s+/g, ""))
  .min(1, "Einen Schlüssel eingeben.")
  .max(MAX_KEY_LENGTH, `Ein Schlüssel hat höchstens ${MAX_KEY_LENGTH} Zeichen.`)
  .refine((text) => /^[\x21-\x7e]*$/.test(text), {
    error: "Der Schlüssel enthält Zeichen, die in keinem Schlüssel vorkommen. Bitte neu kopieren.",
  });

/** @throws Refusal 404 */
export function requireService(name: string): Service {
  if (isService(name)) return name;
  throw notFound("Diesen Dienst gibt es nicht.");
}

export interface CredentialStatus {
  service: Service;
  configured: boolean;
  origin: "env" | "database" | null;
  /** Another secret sealed the stored key, so it must be entered again. */
  isUnreadable: boolean;
}

const KEY_FROM_ENVIRONMENT =
  "Dieser Schlüssel ist in der Umgebung des Servers gesetzt und lässt sich nur dort ändern.";

/** Keys of the environment win over stored ones. */
export class Credentials {
  constructor(
    private readonly db: Db,
    private readonly cipher: KeyCipher,
    private readonly environment: Partial<Record<Service, string | undefined>>,
  ) {}

  /** Null without a key, or if another secret sealed it. */
  async findKey(service: Service): Promise<string | null> {
    const fromEnvironment = this.environment[service];
    if (fromEnvironment !== undefined) return fromEnvironment;
    const sealed = await getCredential(this.db, service);
    return sealed === undefined ? null : this.cipher.open(sealed, service);
  }

  async status(): Promise<CredentialStatus[]> {
    const stored = await findCredentials(this.db);
    return SERVICES.map((service) => {
      if (this.environment[service] !== undefined) {
        return { service, configured: true, origin: "env", isUnreadable: false };
      }
      const sealed = stored.get(service);
      const isReadable = sealed !== undefined && this.cipher.open(sealed, service) !== null;
      return {
        service,
        configured: isReadable,
        origin: isReadable ? "database" : null,
        isUnreadable: sealed !== undefined && !isReadable,
      };
    });
  }

  /** @throws Refusal 409 */
  async save(service: Service, key: string): Promise<void> {
    this.refuseFixed(service);
    await saveCredential(this.db, {
      service,
      ciphertext: this.cipher.seal(key, service),
      updatedAt: Date.now(),
    });
  }

  /** @throws Refusal 409 */
  async remove(service: Service): Promise<void> {
    this.refuseFixed(service);
    await deleteCredential(this.db, service);
  }

  /** @throws Refusal 409 for a key that the environment sets */
  refuseFixed(service: Service): void {
    if (this.environment[service] !== undefined) throw conflict(KEY_FROM_ENVIRONMENT);
  }
}
