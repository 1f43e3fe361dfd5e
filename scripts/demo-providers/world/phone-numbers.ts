/**
 * The landline numbers that the Bundesnetzagentur keeps free for film and television: area code and
 * the digits before the three that count. Calling a demo lead by mistake disturbs no one.
 */
const ranges = {
  berlin: ["30", "23125"],
  frankfurt: ["69", "90009"],
  hamburg: ["40", "66969"],
  koeln: ["221", "4710"],
  muenchen: ["89", "99998"],
} as const;

export type DialArea = keyof typeof ranges;

/** Spreads a counter over a range, so that neighbours differ; 271 is coprime to the range's size. */
function spread(count: number, digits: 2 | 3): string {
  return String((count * 271) % 10 ** digits).padStart(digits, "0");
}

export type PhoneNumber = ReturnType<typeof phoneNumber>;

/** As Google's `nationalPhoneNumber` and `internationalPhoneNumber`: "030 23125101", "+49 30 23125101". */
function phoneNumber(areaCode: string, subscriber: string) {
  return { national: `0${areaCode} ${subscriber}`, international: `+49 ${areaCode} ${subscriber}` };
}

/** Hands out the fictional numbers, each once until the area's range is used up. */
export class PhoneBook {
  #used = new Map<DialArea | "mobile", number>();

  landline(area: DialArea): PhoneNumber {
    const [areaCode, start] = ranges[area];
    return phoneNumber(areaCode, start + spread(this.#next(area), 3));
  }

  mobile(): PhoneNumber {
    return phoneNumber("171", `39200${spread(this.#next("mobile"), 2)}`);
  }

  #next(range: DialArea | "mobile"): number {
    const used = this.#used.get(range) ?? 0;
    this.#used.set(range, used + 1);
    return used;
  }
}
