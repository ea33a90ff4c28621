/** How a server is started or reached, in the form of one that is there. */
import { hasProcess } from '#contract/servers/transports'
import { CommandPreview } from '#renderer/features/servers/add/CommandPreview.tsx'
import { readText } from '#renderer/features/servers/add/reading.ts'
import type { EditErrors, EditForm } from '#renderer/features/servers/edit/editForm.ts'
import { EnvironmentRows } from '#renderer/parts/values/EnvironmentRows.tsx'
import { Field, TextArea } from '#renderer/ui/form/Field.tsx'
import { TextField } from '#renderer/ui/form/TextField.tsx'

export interface LaunchFieldsProps {
  form: EditForm
  /** It has headers and no folder. */
  remote: boolean
  errors: EditErrors
  onChange: (part: Partial<EditForm>) => void
}

export function LaunchFields({ form, remote, errors, onChange: change }: LaunchFieldsProps) {
  const reading = readText(form.commandLine)
  return (
    <>
      <div className="flex flex-col gap-2">
        <Field label="Command or address" error={errors.commandLine}>
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              value={form.commandLine}
              onChange={(event) => change({ commandLine: event.target.value })}
            />
          )}
        </Field>
        {reading.kind === 'one' && hasProcess(reading.server.launch) && (
          <CommandPreview command={reading.server.launch.command} args={reading.server.launch.args} />
        )}
      </div>
      <EnvironmentRows
        title={remote ? 'Headers' : 'Environment'}
        rowName={remote ? 'header' : 'variable'}
        rows={form.environment}
        error={errors.environment}
        onChange={(environment) => change({ environment })}
      />
      {!remote && (
        <TextField label="Working folder" error={errors.cwd} value={form.cwd} onValue={(cwd) => change({ cwd })} />
      )}
    </>
  )
}
