import { type SecretOwner, secretName, secretValue } from '#contract/secret'
import { useEngine } from '#renderer/client/engine.ts'
import { Field, TextBox } from '#renderer/ui/form/Field.tsx'
import { TextField } from '#renderer/ui/form/TextField.tsx'
import { FormDialog } from '#renderer/ui/overlay/FormDialog.tsx'
import { useForm } from '#renderer/ui/form/useForm.ts'

export interface SecretDialogProps {
  /** The name of the secret; empty: a new secret. */
  name: string
  owner: SecretOwner
  usedBy: readonly string[]
  onSet: () => void
  onClose: () => void
}

export function SecretDialog({ name: given, owner, usedBy, onSet, onClose }: SecretDialogProps) {
  const { api } = useEngine()
  const { values, change, tried, submission } = useForm({ name: given, value: '' })
  const name = values.name.trim()
  const problems = {
    name: secretName.safeParse(name).error?.issues[0]?.message,
    value: secretValue.safeParse(values.value).error?.issues[0]?.message,
  }
  const send = async () => {
    await api.secrets.set({ ...owner, name, value: values.value })
    onSet()
    onClose()
  }
  return (
    <FormDialog
      submission={submission}
      send={problems.name === undefined && problems.value === undefined ? send : null}
      action="Save to vault"
      title={given === '' ? 'Set a secret' : `New value for ${given}`}
      description={usedBy.length === 0 ? undefined : `Saving restarts the servers that use it: ${usedBy.join(', ')}.`}
      onClose={onClose}
    >
      {given === '' && (
        <TextField
          label="Name"
          error={tried ? problems.name : undefined}
          className="font-mono text-sm"
          placeholder="GITHUB_TOKEN"
          value={values.name}
          onValue={(text) => change({ name: text })}
        />
      )}
      <Field label="Value" error={tried ? problems.value : undefined}>
        {(control) => (
          <TextBox
            {...control}
            type="password"
            autoComplete="new-password"
            className="font-mono text-sm"
            value={values.value}
            onChange={(event) => change({ value: event.target.value })}
          />
        )}
      </Field>
    </FormDialog>
  )
}
