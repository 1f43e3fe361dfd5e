import type { ReactNode } from "react";

/** The page that stands alone: the product's name above what there is to do. */
export function SignInCard({ children }: { children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center p-4 before:flex-2 after:flex-3">
      <div className="w-full max-w-[384px]">
        <p className="mb-3 font-semibold text-[15px]">Leadspeicher</p>
        <div className="card p-4 md:p-6">{children}</div>
      </div>
    </main>
  );
}
