/** The fields for the launch of an existing server. */
import { hasProcess } from '#contract/servers/transports'
import { CommandPreview } from '#renderer/features/servers/add/CommandPreview.tsx'
import { readText } from '#renderer/features/servers/add/reading.ts'
import type { EditErrors, EditForm } from '#renderer/features/servers/edit/editForm.ts'
import { EnvironmentRows } from '#renderer/parts/values/EnvironmentRows.tsx'
import type { EditStart } from '#renderer/features/servers/edit/editStart.ts'
import { takeFocus } from '#renderer/ui/focus/takeFocus.ts'
import { Field, TextArea, TextBox } from '#renderer/ui/form/Field.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface LaunchFieldsProps {
  form: EditForm
  /** Whether the server is remote: it has headers, and no folder. */
  remote: boolean
  errors: EditErrors
  /** The field that gets the focus first. */
  start: Pick<EditStart, 'at' | 'row' | 'scheme'>
  onChange: (part: Partial<EditForm>) => void
}

export function LaunchFields({ form, remote, errors, start, onChange: change }: LaunchFieldsProps) {
  const reading = readText(form.commandLine)
  return (
    <>
      <div className="flex flex-col gap-2">
        <Field label="Command or address" error={errors.commandLine}>
          {(control) => (
            <TextArea
              {...control}
              ref={start.at === 'command' ? takeFocus : undefined}
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
        hint={
          remote && start.scheme !== undefined
            ? `The server expects a value that begins with ${visibleText(start.scheme)} and a space.`
            : undefined
        }
        startsAt={start.row}
        onChange={(environment) => change({ environment })}
      />
      {!remote && (
        <Field label="Working folder" error={errors.cwd}>
          {(control) => (
            <TextBox
              {...control}
              ref={start.at === 'folder' ? takeFocus : undefined}
              value={form.cwd}
              onChange={(event) => change({ cwd: event.target.value })}
            />
          )}
        </Field>
      )}
    </>
  )
}
