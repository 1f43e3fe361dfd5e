import { config } from "dotenv";
import { serve } from "./server";

// Settings come from the environment first, then from `.env`.
config({ quiet: true });
// Only the demo script may run without a login, whatever `.env` says.
delete process.env.DEMO;
await serve();
