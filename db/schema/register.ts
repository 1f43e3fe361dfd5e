import type { Generated } from "kysely";

/** An export of the Marktstammdatenregister that was read in. The newest one that is whole is shown. */
interface RegisterExportsTable {
  id: Generated<number>;
  jobId: string;
  fileName: string;
  actors: Generated<number>;
  /** Natural persons, and actors that have ended. */
  leftOut: Generated<number>;
  /** Null while it is being read. */
  finishedAt: number | null;
}

/** An organisation of the energy market. */
export interface RegisterActorsTable {
  id: Generated<number>;
  exportId: number;
  number: string;
  name: string;
  legalForm: string | null;
  street: string | null;
  postalCode: string | null;
  city: string | null;
  federalState: string | null;
  country: string | null;
  phone: string | null;
  email: string | null;
  website: string | null;
  /** Bits, in the order of `MARKET_ROLES`. */
  roles: number;
  /** ISO date of the last change in the register. */
  updatedOn: string | null;
  nameKey: string;
  cityKey: string;
}

export interface RegisterTables {
  registerExports: RegisterExportsTable;
  registerActors: RegisterActorsTable;
}
