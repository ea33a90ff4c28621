/** Runs a prompt of a server: asks for its arguments, and hands over what came back to be looked at and sent. */
import { type SubmitEvent, useState } from 'react'
import type { PromptSnapshot } from '#contract/catalog'
import { messageOf } from '#contract/errors'
import { patient } from '#renderer/client/api.ts'
import { CompletedField } from '#renderer/features/chat/composer/CompletedField.tsx'
import { type PromptContent, promptContent } from '#renderer/features/chat/composer/promptText.ts'
import { useEngine } from '#renderer/client/engine.ts'
import { Button } from '#renderer/ui/Button.tsx'
import { Dialog } from '#renderer/ui/Dialog.tsx'
import { Notice } from '#renderer/ui/Notice.tsx'
import { visibleText } from '#renderer/ui/visibleText.ts'

const formId = 'prompt'

export interface PromptDialogProps {
  prompt: PromptSnapshot
  projectId: string
  onContent: (content: PromptContent) => void
  onClose: () => void
}

export function PromptDialog({ prompt, projectId, onContent, onClose }: PromptDialogProps) {
  const { api } = useEngine()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const missing = prompt.arguments.some((one) => one.required && (values[one.name] ?? '') === '')
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy || missing) return
    setBusy(true)
    setFailure(null)
    try {
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
      const { messages = [] } = await api.catalog.prompt({ projectId, name: prompt.name, arguments: given }, patient)
      onContent(promptContent(messages))
      onClose()
    } catch (thrown) {
      setFailure(messageOf(thrown))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={visibleText(prompt.title ?? prompt.name)}
      description={prompt.description === null ? `A prompt of ${prompt.server}` : visibleText(prompt.description)}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} disabled={busy || missing}>
            {busy ? 'Getting it…' : 'Put it in the message'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {prompt.arguments.map((one) => (
          <CompletedField
            key={one.name}
            {...one}
            projectId={projectId}
            reference={{ type: 'ref/prompt', name: prompt.name }}
            values={values}
            onChange={(value) => setValues({ ...values, [one.name]: value })}
          />
        ))}
        {prompt.arguments.length === 0 && <p className="text-sm text-muted">It takes no arguments.</p>}
        {failure !== null && (
          <Notice tone="bad">
            <p role="alert">{visibleText(failure)}</p>
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
