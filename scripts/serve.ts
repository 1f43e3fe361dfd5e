import { config } from "dotenv";
import { serve } from "./server";

// Settings come from the environment first, then from `.env`.
config({ quiet: true });
await serve();
