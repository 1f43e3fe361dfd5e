/**
 * `node tests/support/run-entry.mjs scripts/serve.ts [arguments]`: runs a script of the product as
 * its commands do, in a folder that is prepared already.
 */
import { runEntry } from "../../scripts/compile.mjs";

const [, , entry, ...args] = process.argv;
await runEntry(process.cwd(), entry, args);
