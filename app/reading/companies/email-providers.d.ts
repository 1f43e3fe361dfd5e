/** The package has no types; domains are in lower case. */
declare module "email-providers" {
  const domains: readonly string[];
  export default domains;
}
