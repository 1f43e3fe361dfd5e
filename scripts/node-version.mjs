/**
 * Whether `version` satisfies `range`. Knows what `engines` here uses: `^1.2.3` and `>=1.2.3`, with
 * `||` between them. (The package `semver` may not be installed yet.)
 *
 * @param {string} version such as "20.19.0"
 * @param {string} range
 */
export function satisfies(version, range) {
  const actual = parse(version);
  return range.split("||").some((part) => {
    const found = /^\s*(\^|>=)(\d+(?:\.\d+){0,2})\s*$/.exec(part);
    if (found === null) throw new Error(`range not understood: ${range}`);
    const wanted = parse(found[2]);
    return compare(actual, wanted) >= 0 && (found[1] === ">=" || actual[0] === wanted[0]);
  });
}

function parse(version) {
  const [major = 0, minor = 0, patch = 0] = version
    .split(".")
    .map((part) => Number.parseInt(part, 10));
  return [major, minor, patch];
}

function compare(a, b) {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
