import type { ReactNode } from 'react'

/** A section of facts, each with its name and value. */
export function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="px-5 pt-5">
      <h3 className="text-sm font-semibold">{title}</h3>
      <dl className="mt-2 grid grid-cols-[9rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm max-sm:grid-cols-[7rem_minmax(0,1fr)]">
        {children}
      </dl>
    </section>
  )
}

export function Fact({ name, mono = false, children }: { name: string; mono?: boolean; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className={mono ? 'font-mono break-words select-text' : 'break-words select-text'}>{children}</dd>
    </>
  )
}
