/** Leads are also found by the management in their Impressum. Numbers of it may stand twice until a lead changes. */
export { up } from "./0047-imprint-in-search";
