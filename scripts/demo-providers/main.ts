import { startDemoProviders } from "./server";

const USAGE = "Usage: tsx scripts/demo-providers/main.ts [port]";
const DEFAULT_PORT = 4010;

const [given] = process.argv.slice(2);
const port = given === undefined ? DEFAULT_PORT : Number(given);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(USAGE);
  process.exit(64);
}

const demo = await startDemoProviders({ port });
console.log("Demo providers (invented data):");
for (const [name, url] of Object.entries(demo.baseUrls)) console.log(`  ${name}: ${url}`);
console.log(`  control: ${demo.origin}/_control/calls`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    void demo.close();
  });
}
