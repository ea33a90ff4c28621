/** Chooses the model provider. The provider is tested before it is saved. */
import type { ModelSourceInput, ModelSourceSnapshot } from '#contract/chat/model'
import { type ModelSourceKind, modelSources } from '#contract/chat/modelSources'
import { useEngine } from '#renderer/client/engine.ts'
import { ProviderChoice } from '#renderer/parts/modelSource/ProviderChoice.tsx'
import { checkSource, type SourceForm, sourceForm } from '#renderer/parts/modelSource/sourceForm.ts'
import { SourceFields } from '#renderer/parts/modelSource/SourceFields.tsx'
import { TestOutcome } from '#renderer/parts/modelSource/TestOutcome.tsx'
import { testWords } from '#renderer/parts/modelSource/testWords.ts'
import { useSourceTest } from '#renderer/parts/modelSource/useSourceTest.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { refused, type Send, useForm } from '#renderer/ui/form/useForm.ts'
import { FormDialog } from '#renderer/ui/overlay/FormDialog.tsx'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'

export interface ModelSourceDialogProps {
  source: ModelSourceSnapshot
  /** The provider to show first; absent: the one in use. */
  wanted?: ModelSourceKind
  onClose: () => void
}

export function ModelSourceDialog({ source, wanted, onClose }: ModelSourceDialogProps) {
  const { api, cache, queries } = useEngine()
  const { show } = useToasts()
  const form = useForm<SourceForm>(sourceForm(source, wanted ?? null))
  const { values, tried, submission } = form
  const { state, run, cancel } = useSourceTest()
  const checked = checkSource(values)
  const errors = tried && !checked.ok ? checked.errors : {}
  const change = (part: Partial<SourceForm>) => {
    // A test result is dropped when the input changes.
    if (state.kind === 'done') cancel()
    form.change(part)
  }
  const save = async (input: ModelSourceInput, answered: string) => {
    await api.modelSource.set(input)
    await cache.invalidateQueries({ queryKey: queries.models.key() })
    await cache.invalidateQueries({ queryKey: queries.modelSource.key() })
    onClose()
    show({ title: 'Model provider saved', ...(answered !== '' && { detail: answered }) })
  }
  const testAndSave = async (input: ModelSourceInput) => {
    if (modelSources[input.kind].isScript) return save(input, '')
    const test = await run(input)
    if (test === null || test.kind === 'failed') return refused
    const { title, advice } = testWords(test)
    return save(input, advice === null ? title : `${title} ${advice}`)
  }
  const send: Send = checked.ok ? () => testAndSave(checked.input) : null
  const hasFailed = state.kind === 'done' && state.test.kind === 'failed'
  return (
    <FormDialog
      submission={submission}
      send={send}
      action={state.kind === 'running' ? 'Testing…' : hasFailed ? 'Try again' : 'Save'}
      title="Model provider"
      description="Used by all conversations of this engine. It is tested before it is saved."
      note={<TestOutcome state={state} />}
      aside={
        state.kind === 'running' ? (
          <Button look="quiet" onClick={cancel}>
            Cancel test
          </Button>
        ) : (
          hasFailed &&
          checked.ok && (
            <Button look="quiet" onClick={() => submission.submit(() => save(checked.input, ''))}>
              Save anyway
            </Button>
          )
        )
      }
      onClose={onClose}
    >
      <ProviderChoice value={values.kind} onChange={(kind) => change({ kind, key: '' })} />
      <SourceFields form={values} source={source} errors={errors} onChange={change} />
    </FormDialog>
  )
}
