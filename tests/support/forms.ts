import { takeFlash } from "~/http/flash.server";
import { formAction, type PageForms } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";

type Fields = Record<string, string | readonly string[]>;

export function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) form.append(name, one);
  }
  return form;
}

/** The sentence for the next page. */
async function flashOf(sent: HeadersInit = {}) {
  const set = new Headers(sent).getSetCookie();
  const cookie = set.map((one) => one.split(";", 1)[0] ?? "").join("; ");
  const taken = await takeFlash(new Request("http://127.0.0.1/", { headers: { cookie } }));
  return taken === null ? {} : { flash: taken.flash };
}

/** Sends a form as a page's action gets it: where it leads, or what the page shows with its status. */
export async function sendForm<Extra>(forms: PageForms<Extra>, form: FormData | Fields) {
  try {
    const body = form instanceof FormData ? form : formOf(form);
    const request = new Request("http://127.0.0.1/", { method: "POST", body });
    const { data, init } = await formAction(request, forms);
    const { sent: _sent, intent, ...shown } = data;
    const flash = await flashOf(init?.headers);
    return { status: init?.status, intent, ...replyTo(data, intent), ...shown, ...flash };
  } catch (error) {
    if (!(error instanceof Response)) throw error;
    return { to: error.headers.get("location"), ...(await flashOf(error.headers)) };
  }
}
