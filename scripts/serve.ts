import { config } from "dotenv";
import { serve } from "./server";

// Settings come from the environment first, then from `.env`.
config({ quiet: true });
// Only the demo itself may be without a login, whatever a file says.
delete process.env.DEMO;
await serve();
