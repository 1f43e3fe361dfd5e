import type { Generated } from "kysely";

export interface RegisterTables {
  /** Pages show the newest complete export. */
  registerExports: {
    id: Generated<number>;
    jobId: string;
    fileName: string;
    actors: Generated<number>;
    /** Natural persons and ended actors. */
    leftOut: Generated<number>;
    /** Null while the export is being read. */
    finishedAt: number | null;
  };
  registerActors: {
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
    /** Bits in the order of `MARKET_ROLES`. */
    roles: number;
    updatedOn: string | null;
    nameKey: string;
    cityKey: string;
  };
}
