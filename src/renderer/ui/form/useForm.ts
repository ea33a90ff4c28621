/** What a form holds while a person fills it in: its values, and how sending them goes. One sending at a time. */
import { useState } from 'react'
import { messageOf } from '#contract/errors'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** What a sending resolves with whose refusal is said at a field. */
export const refused = Symbol('refused')

/** Null: what was entered is not right yet. When it resolves, the form is over: it closes itself, unless it was refused. */
export type Send = (() => Promise<typeof refused | void>) | null

export interface Submission {
  readonly busy: boolean
  /** Why the last sending failed, fit to be shown. */
  readonly failure: string | null
  /** How often it was refused because of what was entered. */
  readonly refused: number
  readonly submit: (send: Send) => void
}

export function useForm<Values extends object>(initial: Values | (() => Values)) {
  const [values, setValues] = useState(initial)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [refusals, setRefusals] = useState(0)
  const submit = (send: Send) => {
    if (busy) return
    setFailure(null)
    if (send === null) {
      setRefusals((count) => count + 1)
      return
    }
    setBusy(true)
    const sent = async () => {
      try {
        if ((await send()) !== refused) return
        setRefusals((count) => count + 1)
      } catch (thrown) {
        setFailure(visibleText(messageOf(thrown)))
      }
      setBusy(false)
    }
    void sent()
  }
  const submission: Submission = { busy, failure, refused: refusals, submit }
  return {
    values,
    setValues,
    change: (part: Partial<Values>) => setValues((known) => ({ ...known, ...part })),
    /** Mistakes are not shown before somebody wanted to send them. */
    tried: refusals > 0,
    submission,
  }
}

/** A name that is taken, said by the engine. */
export function isConflict(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'CONFLICT'
}
