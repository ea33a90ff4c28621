/** Runs a server's prompt: asks for its arguments, and puts the result into the message for review. */
import type { PromptSnapshot } from '#contract/tools/catalog'
import { noTimeout } from '#renderer/client/api.ts'
import { CompletedField } from '#renderer/parts/template/CompletedField.tsx'
import { type PromptContent, promptContent } from '#renderer/parts/template/promptText.ts'
import { useEngine } from '#renderer/client/engine.ts'
import { FormDialog } from '#renderer/ui/overlay/FormDialog.tsx'
import { useForm } from '#renderer/ui/form/useForm.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface PromptDialogProps {
  prompt: PromptSnapshot
  projectId: string
  onContent: (content: PromptContent) => void
  onClose: () => void
}

export function PromptDialog({ prompt, projectId, onContent, onClose }: PromptDialogProps) {
  const { api } = useEngine()
  const { values, change, submission } = useForm<Readonly<Record<string, string>>>({})
  const missing = prompt.arguments.some((one) => one.required && (values[one.name] ?? '') === '')
  const send = async () => {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
    const { messages = [] } = await api.catalog.prompt({ projectId, name: prompt.name, arguments: given }, noTimeout)
    onContent(promptContent(messages))
    onClose()
  }
  return (
    <FormDialog
      submission={submission}
      send={send}
      action={submission.busy ? 'Inserting…' : 'Insert'}
      disabled={missing}
      title={visibleText(prompt.title ?? prompt.name)}
      description={prompt.description === null ? `A prompt from ${prompt.server}` : visibleText(prompt.description)}
      onClose={onClose}
    >
      {prompt.arguments.map((one) => (
        <CompletedField
          key={one.name}
          {...one}
          place={{ projectId }}
          reference={{ type: 'ref/prompt', name: prompt.name }}
          values={values}
          onChange={(value) => change({ [one.name]: value })}
        />
      ))}
      {prompt.arguments.length === 0 && <p className="text-sm text-muted">No arguments.</p>}
    </FormDialog>
  )
}
