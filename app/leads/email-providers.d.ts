/** The package says nothing of its types: domains in lower case. */
declare module "email-providers" {
  const domains: readonly string[];
  export default domains;
}
