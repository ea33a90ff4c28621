/** A form's state: its values, and whether they are being sent or could not be. Only one send runs at a time. */
import { useState } from 'react'
import { messageOf } from '#contract/errors'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** `send` resolves with this value if a field shows the error. */
export const refused = Symbol('refused')

/** Null: the input is not valid yet. The form closes when the promise resolves with anything but `refused`. */
export type Send = (() => Promise<typeof refused | void>) | null

export interface Submission {
  readonly busy: boolean
  /** Why the last send failed, as text to show. */
  readonly failure: string | null
  /** How many times a send was refused because of the input. */
  readonly refused: number
  /** `sent` is called after a send that was not refused. */
  readonly submit: (send: Send, sent?: () => void) => void
  /** Whether the values differ from the initial ones. */
  readonly edited: boolean
}

export function useForm<Values extends object>(initial: Values | (() => Values)) {
  const [start] = useState(initial)
  const [values, setValues] = useState(start)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [refusals, setRefusals] = useState(0)
  const submit = (send: Send, sent?: () => void) => {
    if (busy) return
    setFailure(null)
    if (send === null) {
      setRefusals((count) => count + 1)
      return
    }
    setBusy(true)
    const work = async () => {
      try {
        if ((await send()) !== refused) return sent?.()
        setRefusals((count) => count + 1)
      } catch (thrown) {
        setFailure(visibleText(messageOf(thrown)))
      }
      setBusy(false)
    }
    void work()
  }
  const edited = values !== start && JSON.stringify(values) !== JSON.stringify(start)
  const submission: Submission = { busy, failure, refused: refusals, submit, edited }
  return {
    values,
    setValues,
    change: (part: Partial<Values>) => setValues((known) => ({ ...known, ...part })),
    /** Whether to show errors, which happens only after the first attempt to send. */
    tried: refusals > 0,
    submission,
  }
}

/** Whether the engine says that a name is taken. */
export function isConflict(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'CONFLICT'
}
