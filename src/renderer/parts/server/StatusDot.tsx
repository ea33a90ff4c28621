/** The state of a server as a shape and a colour. It is always shown beside the word for the state. */
import { clsx } from 'clsx'
import type { Tone } from '#renderer/model/servers/serverStatus.ts'

export const statusColours: Record<Tone, string> = {
  off: 'text-muted',
  idle: 'text-muted',
  busy: 'text-busy',
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
}

export function StatusDot({ tone }: { tone: Tone }) {
  return (
    <svg viewBox="0 0 10 10" aria-hidden="true" className={clsx('size-2.5 shrink-0', statusColours[tone])}>
      {tone === 'good' && <circle cx="5" cy="5" r="4" fill="currentColor" />}
      {tone === 'idle' && <circle cx="5" cy="5" r="3.25" fill="none" stroke="currentColor" strokeWidth="1.5" />}
      {tone === 'off' && <path d="M1.5 5h7" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />}
      {tone === 'busy' && (
        <circle cx="5" cy="5" r="3" fill="none" stroke="currentColor" strokeWidth="3" className="animate-breathe" />
      )}
      {tone === 'warn' && <path d="M5 .8 9.6 9H.4Z" fill="currentColor" />}
      {tone === 'bad' && (
        <path d="M2 2l6 6M8 2 2 8" stroke="currentColor" strokeWidth="2" strokeLinecap="round" fill="none" />
      )}
    </svg>
  )
}
