/**
 * `node tests/support/run-entry.mjs scripts/serve.ts [arguments]`: runs a script of the product as
 * its commands do, in a folder that is prepared already.
 */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { runEntry } from "../../scripts/compile.mjs";

// A password costs half a second of a processor; what it costs is proven where passwords are hashed.
const { scrypt } = crypto;
crypto.scrypt = (password, salt, length, options, callback) =>
  scrypt(password, salt, length, { ...options, N: 2 }, callback);
syncBuiltinESMExports();

const [, , entry, ...args] = process.argv;
await runEntry(process.cwd(), entry, args);
