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

/** Where a form led, and the sentence for the page there. */
async function wayOf(response: Response) {
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0] ?? "");
  const headers = { cookie: cookies.join("; ") };
  const taken = await takeFlash(new Request("http://127.0.0.1/", { headers }));
  const to = response.headers.get("location");
  return taken === null ? { to } : { to, flash: taken.flash };
}

/** Sends a form as a page's action gets it: where it leads, or what the page shows with its status. */
export async function sendForm<Extra>(forms: PageForms<Extra>, form: FormData | Fields) {
  try {
    const body = form instanceof FormData ? form : formOf(form);
    const request = new Request("http://127.0.0.1/", { method: "POST", body });
    const { data, init } = await formAction(request, forms);
    const { sent: _sent, intent, ...shown } = data;
    return { status: init?.status, intent, ...replyTo(data, intent), ...shown };
  } catch (error) {
    if (error instanceof Response) return wayOf(error);
    throw error;
  }
}
