/** The model provider in use: its address, where its key is stored, and the result of a test. */
import { useEffect, useRef } from 'react'
import type { ModelSourceSnapshot } from '#contract/chat/model'
import { modelSources } from '#contract/chat/modelSources'
import { sourceDetail } from '#renderer/features/settings/model/sourceDetail.ts'
import { providerWords } from '#renderer/parts/modelSource/sourceWords.ts'
import { TestOutcome } from '#renderer/parts/modelSource/TestOutcome.tsx'
import { useSourceTest } from '#renderer/parts/modelSource/useSourceTest.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface ProviderInUseProps {
  source: ModelSourceSnapshot
  onEdit: () => void
  onRemove: () => void
}

export function ProviderInUse({ source, onEdit, onRemove }: ProviderInUseProps) {
  const attempt = useAttempt()
  const { state, run, cancel } = useSourceTest()
  const { title } = providerWords[source.kind]
  const isScript = modelSources[source.kind].isScript
  const testedSource = useRef(source)
  useEffect(() => {
    // A test result is dropped when the provider changes.
    if (testedSource.current !== source) cancel()
    testedSource.current = source
  })
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-56 flex-1">
          <h3 className="text-sm font-medium">
            {title} <span className="ml-1 rounded bg-selected px-1.5 py-0.5 text-xs font-normal">In use</span>
          </h3>
          {sourceDetail(source).map((line) => (
            <p key={line} className="text-sm break-words text-muted">
              {visibleText(line)}
            </p>
          ))}
          {source.problem !== null && <p className="text-sm text-bad">{visibleText(source.problem)}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          {!isScript &&
            (state.kind === 'running' ? (
              <Button size="small" onClick={cancel}>
                Cancel test
              </Button>
            ) : (
              <Button
                size="small"
                onClick={() => void attempt('Could not test the model provider', () => run(undefined))}
              >
                Test
              </Button>
            ))}
          {!isScript && (
            <Button size="small" aria-label={`Edit ${title}`} onClick={onEdit}>
              Edit
            </Button>
          )}
          {!source.automatic && !isScript && (
            <Button size="small" look="danger" aria-label={`Remove ${title}`} onClick={onRemove}>
              Remove
            </Button>
          )}
        </div>
      </div>
      {state.kind !== 'idle' && (
        <div className="mt-3">
          <TestOutcome state={state} />
        </div>
      )}
    </>
  )
}
