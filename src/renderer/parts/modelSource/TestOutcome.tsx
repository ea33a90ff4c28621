/** The progress and the result of a provider's test. Text from the endpoint is shown as a quotation. */
import type { ReactNode } from 'react'
import type { TestState } from '#renderer/parts/modelSource/useSourceTest.ts'
import { saidLabel, testWords } from '#renderer/parts/modelSource/testWords.ts'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function TestOutcome({ state, children }: { state: TestState; children?: ReactNode }) {
  switch (state.kind) {
    case 'idle':
      return null
    case 'running':
      return (
        <Notice tone="plain">
          <p role="status">Testing: waiting for an answer…</p>
          {children}
        </Notice>
      )
    case 'done': {
      const { test } = state
      const { title, advice } = testWords(test)
      const hasFailed = test.kind === 'failed'
      return (
        <Notice tone={hasFailed ? 'bad' : 'good'} className="max-h-48 overflow-y-auto">
          <div role={hasFailed ? 'alert' : 'status'} data-test={hasFailed ? test.why : 'answered'}>
            <p>{title}</p>
            {hasFailed && test.said !== '' && (
              <p className="mt-0.5 text-muted">
                {saidLabel(test)} <q className="select-text">{visibleText(test.said)}</q>
              </p>
            )}
            {advice !== null && <p className="mt-0.5">{advice}</p>}
          </div>
          {children}
        </Notice>
      )
    }
  }
}
