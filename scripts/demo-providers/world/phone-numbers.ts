import type { DialArea } from "./federal-states";

export interface PhoneNumber {
  /** Google's `nationalPhoneNumber`, e.g. "030 23125101". */
  national: string;
  /** Google's `internationalPhoneNumber`, e.g. "+49 30 23125101". */
  international: string;
}

interface NumberRange {
  areaCode: string;
  /** What stands before the three counting digits. */
  start: string;
}

/**
 * The landline numbers that the Bundesnetzagentur keeps free for film and television. None of them
 * can belong to anybody, so a demo lead that is called by mistake disturbs no one.
 */
const ranges: Record<DialArea, NumberRange> = {
  berlin: { areaCode: "30", start: "23125" },
  frankfurt: { areaCode: "69", start: "90009" },
  hamburg: { areaCode: "40", start: "66969" },
  koeln: { areaCode: "221", start: "4710" },
  muenchen: { areaCode: "89", start: "99998" },
};

const RANGE_SIZE = 1000;
const MOBILE_RANGE_SIZE = 100;
const areas: readonly DialArea[] = ["berlin", "frankfurt", "hamburg", "koeln", "muenchen"];

function phoneNumber(areaCode: string, subscriber: string): PhoneNumber {
  return {
    national: `0${areaCode} ${subscriber}`,
    international: `+49 ${areaCode} ${subscriber}`,
  };
}

/**
 * Hands out the fictional numbers one after the other, the nearest range first, so that two firms
 * share a number only when all five ranges are used up.
 */
export class PhoneBook {
  #landlines = new Map<DialArea, number>();
  #mobiles = 0;

  nextLandline(preferred: DialArea): PhoneNumber {
    const free = [preferred, ...areas].find((area) => this.#used(area) < RANGE_SIZE) ?? preferred;
    const used = this.#used(free);
    this.#landlines.set(free, used + 1);
    const { areaCode, start } = ranges[free];
    // A stride without a common divisor visits every number once, but not in rows of neighbours.
    const digits = String((used * 271) % RANGE_SIZE).padStart(3, "0");
    return phoneNumber(areaCode, start + digits);
  }

  nextMobile(): PhoneNumber {
    const digits = String((this.#mobiles * 37) % MOBILE_RANGE_SIZE).padStart(2, "0");
    this.#mobiles += 1;
    return phoneNumber("171", `39200${digits}`);
  }

  #used(area: DialArea): number {
    return this.#landlines.get(area) ?? 0;
  }
}
