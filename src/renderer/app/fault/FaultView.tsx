import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Fault } from '#renderer/app/fault/faultWords.ts'

export interface FaultViewProps {
  fault: Fault
  /** A `pane` is one part of a page whose other parts still work. */
  level: 'page' | 'pane'
  actions: ReactNode
}

/**
 * Replaces a broken page or pane: says what happened and how to go on. Takes the focus only if the broken part had it.
 */
export function FaultView({ fault, level, actions }: FaultViewProps) {
  const Frame = level === 'page' ? 'main' : 'section'
  const Title = level === 'page' ? 'h1' : 'h2'
  return (
    <Frame data-fault="" className={clsx('min-h-0 min-w-0 overflow-y-auto', level === 'pane' && 'h-full')}>
      <div className="mx-auto flex w-full max-w-md flex-col px-4 pt-[14vh] pb-8">
        <div role="alert">
          <Title tabIndex={-1} className="text-xl font-semibold outline-none">
            {fault.title}
          </Title>
          <p className="mt-2 text-pretty text-muted">{fault.text}</p>
        </div>
        <p className="mt-4 rounded-md border border-line bg-surface px-3 py-2 font-mono text-xs break-words whitespace-pre-wrap select-text">
          {fault.message}
        </p>
        <div className="mt-5 flex flex-wrap items-center gap-2">{actions}</div>
      </div>
    </Frame>
  )
}
