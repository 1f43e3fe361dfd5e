/** `npm run build`: installs and builds what is missing. Uses no package, since none may be installed yet. */
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildApp, isBuilt } from "./build-app.mjs";
import { installDependencies, isInstalled } from "./install-dependencies.mjs";
import { withLock } from "./prepare-lock.mjs";
import { leave, PrepareError, readJson, say } from "./prepare-report.mjs";

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const LOCK = ".cache/preparing";

/**
 * @param native whether what is compiled for this Node must be there
 * @throws {PrepareError} with a sentence for the console
 */
export async function prepare({ build = false, dev = false, native = true, root = ROOT } = {}) {
  checkNodeVersion(root);
  const isComplete = () => isInstalled(root, { dev, native });
  if (isComplete() && (!build || isBuilt(root))) return;

  const makeReady = async () => {
    if (!isComplete()) await installDependencies(root, { dev });
    if (build && !isBuilt(root)) await buildApp(root);
  };
  await withLock(join(root, LOCK), makeReady, () =>
    say(
      "Ein anderer Start installiert oder baut gerade; es geht danach weiter.",
      "Another start is installing or building; this one goes on after it.",
    ),
  );
}

/** Supports the syntax of `engines` here: `^1.2.3` and `>=1.2.3`, joined by `||`. */
export function satisfies(version, range) {
  return range.split("||").some((part) => {
    const [, sign, wanted] = /^\s*(\^|>=)([\d.]+)\s*$/.exec(part);
    const isHighEnough = version.localeCompare(wanted, "en", { numeric: true }) >= 0;
    return isHighEnough && (sign === ">=" || parseInt(version, 10) === parseInt(wanted, 10));
  });
}

function checkNodeVersion(root) {
  const range = readJson(join(root, "package.json"))?.engines?.node;
  if (range === undefined || satisfies(process.versions.node, range)) return;
  const [german, english] = [" oder ", " or "].map((word) => range.replaceAll(" || ", word));
  throw new PrepareError(
    `Node ${process.versions.node} passt nicht: gebraucht wird ${german}. Am besten die neueste LTS-Version.`,
    `Node ${process.versions.node} does not fit: needed is ${english}. Best is the newest LTS version.`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await prepare({ build: true }).catch(leave);
}
