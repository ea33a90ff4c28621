/** Filters the list of servers by one state, and shows the number of servers in each state. */
import { clsx } from 'clsx'
import type { ServerSnapshot } from '#contract/servers/server'
import { type Condition, conditions, countOf } from '#renderer/model/servers/serverCondition.ts'

export interface StateFilterProps {
  servers: readonly ServerSnapshot[]
  /** Undefined: all servers. */
  value: Condition | undefined
  onChange: (value: Condition | undefined) => void
}

interface State {
  readonly title: string
  /** Whether the state is offered even if no server is in it. */
  readonly always: boolean
}

const states: Readonly<Record<Condition, State>> = {
  failing: { title: 'Failing', always: true },
  retrying: { title: 'Retrying', always: true },
  signIn: { title: 'Needs sign-in', always: false },
  running: { title: 'Running', always: true },
  idle: { title: 'Idle', always: false },
  off: { title: 'Off', always: true },
}

interface ChipProps {
  title: string
  count: number
  pressed: boolean
  onClick: () => void
}

function Chip({ title, count, pressed, onClick }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onClick}
      className={clsx(
        'inline-flex h-6 items-center gap-1 rounded-full border px-2 text-xs transition-colors',
        pressed
          ? 'border-line-strong bg-selected font-medium text-ink'
          : 'border-line text-muted hover:bg-hover hover:text-ink',
      )}
    >
      {title} <span className="tabular-nums">{count}</span>
    </button>
  )
}

export function StateFilter({ servers, value, onChange }: StateFilterProps) {
  return (
    <div role="group" aria-label="State of servers" className="mx-4 mb-3 flex flex-wrap gap-1">
      <Chip title="All" count={servers.length} pressed={value === undefined} onClick={() => onChange(undefined)} />
      {conditions.map((condition) => {
        const { title, always } = states[condition]
        const count = countOf(servers, condition)
        if (!always && count === 0 && value !== condition) return null
        return (
          <Chip
            key={condition}
            title={title}
            count={count}
            pressed={value === condition}
            onClick={() => onChange(value === condition ? undefined : condition)}
          />
        )
      })}
    </div>
  )
}

/** Shown in place of the list while no server is in this state. */
export const emptyStates: Readonly<Record<Condition, string>> = {
  failing: 'No server is failing.',
  retrying: 'No server is being retried.',
  signIn: 'No server needs a sign-in.',
  running: 'No server is running.',
  idle: 'No server is idle.',
  off: 'No server is off.',
}
