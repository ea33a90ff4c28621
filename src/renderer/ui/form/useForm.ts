/** What a form holds while a person fills it in: its values, and how sending them goes. One sending at a time. */
import { useState } from 'react'
import { messageOf } from '#contract/errors'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** Null: what was entered is not right yet. When it resolves, the form is over: it closes itself. */
export type Send = (() => Promise<unknown>) | null

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
  const [refused, setRefused] = useState(0)
  const submit = (send: Send) => {
    if (busy) return
    setFailure(null)
    if (send === null) {
      setRefused((count) => count + 1)
      return
    }
    setBusy(true)
    send().catch((thrown: unknown) => {
      setFailure(visibleText(messageOf(thrown)))
      setBusy(false)
    })
  }
  const submission: Submission = { busy, failure, refused, submit }
  return {
    values,
    setValues,
    change: (part: Partial<Values>) => setValues((known) => ({ ...known, ...part })),
    /** Mistakes are not shown before somebody wanted to send them. */
    tried: refused > 0,
    submission,
  }
}
