import { useState } from 'react'
import { messageOf } from '#contract/errors'
import {
  type CheckedHost,
  checkHost,
  type HostErrors,
  type HostForm,
  refusedField,
} from '#renderer/features/hosting/add/hostForm.ts'
import { needsCloudConsent, needsConsent } from '#renderer/features/hosting/runtimes/shownRuntimes.ts'
import { useRuntimes } from '#renderer/features/hosting/useHosted.ts'
import { refused, type Send, type Submission, useForm } from '#renderer/ui/form/useForm.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface HostFormState {
  readonly values: HostForm
  readonly checked: CheckedHost
  readonly errors: HostErrors
  readonly submission: Submission
  readonly change: (part: Partial<HostForm>) => void
  /** Returns a function that sends the form by running `work`. An error from the engine is shown at its field. */
  readonly sending: (work: () => Promise<void>) => NonNullable<Send>
}

export function useHostForm(initial: HostForm | (() => HostForm)): HostFormState {
  const { values, submission, tried, change } = useForm<HostForm>(initial)
  const [told, setTold] = useState<HostErrors>({})
  const { data: runtimes } = useRuntimes()
  const checked = checkHost(values, needsConsent(runtimes) || needsCloudConsent(runtimes))
  return {
    values,
    checked,
    errors: { ...told, ...(tried && !checked.ok && checked.errors) },
    submission,
    change: (part) => {
      // An edited field loses its error from the engine.
      setTold((known) => Object.fromEntries(Object.entries(known).filter(([field]) => !Object.hasOwn(part, field))))
      change(part)
    },
    sending: (work) => async () => {
      try {
        await work()
      } catch (thrown) {
        const field = refusedField(thrown)
        if (field === null) throw thrown
        setTold({ [field]: visibleText(messageOf(thrown)) })
        return refused
      }
    },
  }
}
