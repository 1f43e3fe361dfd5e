import { describe, expect, it } from "vitest";
import { addressIn, isOrdinary, SPECIAL_V4, SPECIAL_V6 } from "~tests/website/iana-registries";
import { isPublicAddress } from "./guarded-agent.server";

const SHARES = [0, 0.000_01, 0.25, 0.5, 0.77, 0.999_99, 1];

describe("an address is not public", () => {
  it.each([...SPECIAL_V4, ...SPECIAL_V6])("anywhere in %s", (block) => {
    for (const share of SHARES) {
      const address = addressIn(block, share);
      expect(isPublicAddress(address), address).toBe(false);
    }
  });

  it.each(["0x7f.0.0.1", "2130706433", "firma.de", "", "[2a00::1]", "2a00::1%eth0"])(
    "spelled as %j",
    (address) => expect(isPublicAddress(address)).toBe(false),
  );

  it("when it is this machine's own, in any spelling", () => {
    expect(isPublicAddress("81.2.3.4", ["10.0.0.1", "81.2.3.4"])).toBe(false);
    expect(isPublicAddress("2a00:0:0::5", ["fe80::1", "2A00::0005"])).toBe(false);
    expect(isPublicAddress("81.2.3.5", ["81.2.3.4"])).toBe(true);
  });
});

it("agrees with the registries over both address spaces", () => {
  const spread = Array.from({ length: 1_001 }, (_, step) => step / 1_000);
  const addresses = ["0.0.0.0/0", "2000::/3", "::/0"].flatMap((space) =>
    spread.map((share) => addressIn(space, share)),
  );
  const doubtful = addresses.filter((address) => isPublicAddress(address) !== isOrdinary(address));
  expect(doubtful).toEqual([]);
  expect(addresses.filter(isOrdinary).length).toBeGreaterThan(1_500);
});
