import { type SubmitEvent, useState } from 'react'
import { messageOf } from '#contract/errors'
import { type SecretOwner, secretName, secretValue } from '#contract/secret'
import { useEngine } from '#renderer/client/engine.ts'
import { Button } from '#renderer/ui/Button.tsx'
import { Dialog } from '#renderer/ui/Dialog.tsx'
import { Field, TextBox } from '#renderer/ui/Field.tsx'
import { Notice } from '#renderer/ui/Notice.tsx'
import { visibleText } from '#renderer/ui/visibleText.ts'

const formId = 'set-secret'

export interface SecretDialogProps {
  /** Empty for a new one. */
  name: string
  owner: SecretOwner
  usedBy: readonly string[]
  onSet: () => void
  onClose: () => void
}

export function SecretDialog({ name: given, owner, usedBy, onSet, onClose }: SecretDialogProps) {
  const { api } = useEngine()
  const [name, setName] = useState(given)
  const [value, setValue] = useState('')
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const problems = {
    name: secretName.safeParse(name.trim()).error?.issues[0]?.message,
    value: secretValue.safeParse(value).error?.issues[0]?.message,
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (problems.name !== undefined || problems.value !== undefined) return
    try {
      await api.secrets.set({ ...owner, name: name.trim(), value })
      onSet()
      onClose()
    } catch (thrown) {
      setFailure(messageOf(thrown))
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={given === '' ? 'Set a secret' : `New value of ${given}`}
      description={usedBy.length === 0 ? undefined : `Servers that use it are started anew: ${usedBy.join(', ')}.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId}>
            Keep in the vault
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {given === '' && (
          <Field label="Name" error={tried ? problems.name : undefined}>
            {(control) => (
              <TextBox
                {...control}
                className="font-mono text-sm"
                placeholder="GITHUB_TOKEN"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
        )}
        <Field label="Value" error={tried ? problems.value : undefined}>
          {(control) => (
            <TextBox
              {...control}
              type="password"
              autoComplete="new-password"
              className="font-mono text-sm"
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
          )}
        </Field>
        {failure !== null && (
          <Notice tone="bad">
            <p role="alert">{visibleText(failure)}</p>
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
