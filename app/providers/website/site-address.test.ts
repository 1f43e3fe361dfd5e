import { describe, expect, it } from "vitest";
import { vetAddress } from "./site-address";
import { SiteError, type SiteErrorReason } from "./site-error";

/** Made-up company websites in every shape that occurs. */
const COMPANY_ADDRESSES = `
https://www.mueller-metallbau.de/ http://mueller-metallbau.de https://müller-metallbau.de/ https://www.bäckerei-höß.de/
https://xn--mller-kva.de/ https://www.xn--bckerei-5wa.de/ https://straße-und-bau.de/ https://grün-gärten.at/
https://café-zürich.ch/ https://www.malerbetrieb-schäfer.de/kontakt https://kfz-werkstatt-24.de/ https://3d-druck-nord.de/
https://1a-reinigung.de/ https://4you-events.com/ https://a-b-c.de/ https://x1.de/ https://ab.de/ https://www.s-und-k.de/
https://web.de-beispiel-firma.de/ https://shop.moebel-krause.de/ https://shop.nord.moebel-krause.de/
https://a.b.c.d.logistik-weber.de/ https://karriere.jobs.stadtwerke-muster.de/ https://www2.autohaus-lang.de/
https://m.pizzeria-roma.de/speisekarte https://de.schrauben-welt.com/ https://intranet.firma-beispiel.de/
https://localhost-cafe.de/ https://lan-party-verleih.de/ https://home-staging-kiel.de/ https://internal-audit-beratung.de/
https://corp-fashion.com/ https://onion-rings-imbiss.de/ https://test-labor-sued.de/ https://local-heroes-berlin.de/
https://arpa-moebel.de/ https://invalid-records.de/ https://example-agentur.de/ https://metadata-consulting.de/
https://ip6-telefonie.de/ https://127-grad.de/ https://10vor10-bar.ch/ https://192-design.de/ https://0815-bau.de/
https://0xdata.de/ https://007-sicherheit.de/ https://24-7-notdienst.de/ https://www.80-443.de/ https://firma.de:443/
http://firma.de:80/ https://firma.de:80/ http://firma.de:443/ https://FIRMA-GROSS.DE/ https://Www.Gemischt-Geschrieben.De/
https://tischlerei-wien.at/ https://optik-linz.co.at/ https://garage-vaduz.li/ https://joiner.co.uk/ https://maler-hamm.gmbh/
https://rad-laden.berlin/ https://bank.swiss/ https://kanal.tv/ https://praxis.dental/ https://gast.restaurant/
https://kunde.business.site/ https://firma.github.io/ https://shop.myshopify.com/ https://hotel-eck.wixsite.com/hotel
https://beratung.jimdofree.com/ https://pension.wordpress.com/ https://laden.webnode.page/ https://firma.netlify.app/
https://firma.pages.dev/ https://werkstatt.blogspot.com/ https://praxis.de.tl/ https://team.notion.site/
https://www.firma-mit-einem-sehr-langen-namen-und-noch-mehr-worten-im-namen.de/
https://${"lang-".repeat(12)}x.de/ https://${"tief.".repeat(40)}firma.de/ https://www.firma.de/impressum.html
https://www.firma.de/index.php?id=12&L=0 https://www.firma.de/über-uns https://www.firma.de/%C3%BCber-uns
https://www.firma.de/#kontakt https://www.firma.de/?utm_source=a@b.de https://www.firma.de/a@b https://www.firma.de//doppelt
https://www.firma.de/pfad/../kontakt https://www.firma.de/mit%20leerzeichen https://www.firma.de/?q=http://127.0.0.1/
https://maler-mueller.example/ https://www.bad-und-heizung.example/impressum https://müller.example/ https://a.b.example/
https://президент.рф/ https://公司.cn/ https://中国.中国/ https://εταιρεία.ελ/ https://şirket.com.tr/ https://firma.com.tr/
https://łódź-meble.pl/ https://smørrebrød.dk/ https://æøå.no/ https://hôtel-été.fr/ https://niño.es/ https://ș-firma.ro/
https://kfz--doppelt.de/ https://a--b.de/ https://gemeinde-st-peter.de/ https://st.peter-ording.de/ https://o2-sauna.de/
`
  .trim()
  .split(/\s+/);

function refusalOf(address: string, rules: Parameters<typeof vetAddress>[1] = {}) {
  try {
    vetAddress(address, rules);
    return null;
  } catch (error) {
    return error instanceof SiteError ? error.reason : error;
  }
}

it("lets ordinary companies through", () => {
  expect(COMPANY_ADDRESSES.filter((address) => refusalOf(address) !== null)).toEqual([]);
});

describe("an address is refused", () => {
  it.each<[string, SiteErrorReason]>([
    ["", "malformed"],
    ["firma.de", "malformed"],
    ["//firma.de/", "malformed"],
    [`https://firma.de/${"x".repeat(4_096)}`, "malformed"],
    ["https://firma.de:65536/", "malformed"],
    ["ftp://firma.de/", "scheme"],
    ["javascript:alert(1)", "scheme"],
    ["https://name@firma.de/", "user_info"],
    ["https://firma.de:8443/", "port"],
    ["http://127.0.0.1/", "ip_literal"],
    ["http://0x7f.1/", "ip_literal"],
    ["http://１２７.０.０.１/", "ip_literal"],
    ["http://[2606:4700::1111]/", "ip_literal"],
    ["http://firma.de../", "host"],
    ["http://localhost./", "local_name"],
    ["http://127.0.0.1./", "ip_literal"],
    ["http://firma..de/", "host"],
    ["http://-firma.de/", "host"],
    ["http://fir_ma.de/", "host"],
    [`http://${"x".repeat(64)}.de/`, "host"],
    [`http://${"x".repeat(60)}.${"tief.".repeat(50)}firma.de/`, "host"],
    ["http://localhost/", "local_name"],
    ["http://drucker/", "local_name"],
    ["http://router.fritz.home/", "local_name"],
    ["http://1.0.0.127.in-addr.arpa/", "local_name"],
    ["http://public.test/", "local_name"],
    ["http://firma.gibtesnicht/", "suffix"],
    ["http://router.fritzbox/", "suffix"],
  ])("%j for its %s", (address, refusal) => {
    expect(refusalOf(address)).toBe(refusal);
  });
});

it("test names pass only if allowed", () => {
  expect(refusalOf("http://public.test/", { testNames: true })).toBeNull();
  expect(refusalOf("http://public.invalid/", { testNames: true })).toBe("local_name");
  expect(refusalOf("http://test/", { testNames: true })).toBe("local_name");
});

it("a relative address is resolved against its page", () => {
  const base = new URL("https://firma.de/a/b");
  expect(vetAddress("../c", { base })).toEqual(new URL("https://firma.de/c"));
  expect(refusalOf("//10.0.0.1/", { base })).toBe("ip_literal");
});

it("a trailing dot does not change the name", () => {
  expect(vetAddress("https://firma.de./a")).toEqual(new URL("https://firma.de/a"));
});
