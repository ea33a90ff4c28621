/** Adds one server from a command line or a pasted snippet. The contract's own schema checks the values. */
import { useNavigate } from '@tanstack/react-router'
import { type ClipboardEvent, useState } from 'react'
import type { NewServer } from '#contract/servers/server'
import { hasAddress, hasProcess } from '#contract/servers/transports'
import { useTargetProject } from '#renderer/model/projects/chosenProject.ts'
import { AdvancedFields } from '#renderer/features/servers/add/AdvancedFields.tsx'
import { CommandPreview } from '#renderer/features/servers/add/CommandPreview.tsx'
import { EnvironmentRows } from '#renderer/parts/values/EnvironmentRows.tsx'
import {
  checkForm,
  emptyForm,
  isAddress,
  nameOf,
  withLineRead,
  withPasted,
} from '#renderer/features/servers/add/serverForm.ts'
import { SignInFields } from '#renderer/features/servers/signIn/form/SignInFields.tsx'
import { readText } from '#renderer/features/servers/add/reading.ts'
import { useServerDialogs } from '#renderer/model/servers/serverDialogs.ts'
import { useServerActions } from '#renderer/model/servers/useServerActions.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Disclosure } from '#renderer/ui/notes/Disclosure.tsx'
import { Field, TextArea } from '#renderer/ui/form/Field.tsx'
import { TextField } from '#renderer/ui/form/TextField.tsx'
import { FormDialog } from '#renderer/ui/overlay/FormDialog.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { useForm } from '#renderer/ui/form/useForm.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function AddServerDialog({ commandLine, onClose }: { commandLine: string; onClose: () => void }) {
  const { values: form, setValues: setForm, change, tried, submission } = useForm({ ...emptyForm, commandLine })
  const actions = useServerActions()
  const dialogs = useServerDialogs()
  const navigate = useNavigate()
  const reading = readText(form.commandLine)
  const [left, setLeft] = useState(false)
  const remote = isAddress(form.commandLine)
  const project = useTargetProject()
  const checked = checkForm(form, project?.id)
  const errors = tried && !checked.ok ? checked.errors : {}

  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd, value } = event.currentTarget
    setLeft(true)
    // Text pasted into the middle of a line is not read as a whole command.
    if (value.slice(0, selectionStart).trim() !== '' || value.slice(selectionEnd).trim() !== '') return
    const read = readText(event.clipboardData.getData('text'))
    if (read.kind !== 'one') return
    event.preventDefault()
    setForm((known) => withPasted(known, read.server))
  }
  // Runs later, because the new text of the field removes a node while nothing has the focus. The dialog would then
  // take the focus from the field that was clicked.
  const onLeaveCommand = () => {
    setTimeout(() => {
      setLeft(true)
      setForm(withLineRead)
    })
  }
  const lineProblem = left && reading.kind === 'problem' ? reading.message : errors.commandLine
  const launch = reading.kind === 'one' ? reading.server.launch : null
  const add = async (server: NewServer) => {
    const added = await actions.add(server)
    onClose()
    await navigate({ to: '/servers/$slug', params: { slug: added.slug } })
  }

  return (
    <FormDialog
      submission={submission}
      send={checked.ok ? () => add(checked.server) : null}
      action={submission.busy ? 'Adding…' : remote ? 'Add and connect' : 'Add and start'}
      title="Add a server"
      description={
        remote
          ? 'Switchboard sends your clients’ calls to this address. Add only servers you trust.'
          : 'Switchboard runs this command on your machine with your permissions. Add only servers you trust.'
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-2">
        <Field
          label="Command or address"
          hint="Paste from the README: a command, an address, JSON, or “claude mcp add …”."
          error={reading.kind === 'many' || lineProblem === undefined ? undefined : visibleText(lineProblem)}
        >
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              placeholder="npx -y @modelcontextprotocol/server-everything"
              value={form.commandLine}
              onPaste={onPaste}
              onBlur={onLeaveCommand}
              onChange={(event) => {
                setLeft(false)
                change({ commandLine: event.target.value })
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.shiftKey || reading.kind === 'many') return
                event.preventDefault()
                event.currentTarget.form?.requestSubmit()
              }}
            />
          )}
        </Field>
        {launch !== null && hasProcess(launch) && <CommandPreview command={launch.command} args={launch.args} />}
        {launch !== null && hasAddress(launch) && launch.url !== form.commandLine.trim() && (
          <p className="font-mono text-xs break-all text-muted">{visibleText(launch.url)}</p>
        )}
        {reading.kind === 'one' &&
          reading.notes.map((note) => (
            <p key={note} className="text-xs break-words text-muted">
              {visibleText(note)}
            </p>
          ))}
        {reading.kind === 'many' && (
          <Notice tone="plain">
            <p>This text contains {reading.count} servers.</p>
            <Button size="small" className="mt-2" onClick={() => dialogs.importServers(form.commandLine)}>
              Choose servers to import
            </Button>
          </Notice>
        )}
      </div>
      <TextField
        label="Name"
        hint="Leave empty to name the server after what it runs."
        error={errors.name}
        placeholder={visibleText(nameOf({ ...form, name: '' }))}
        value={form.name}
        onValue={(name) => change({ name })}
      />
      <EnvironmentRows
        title={remote ? 'Headers' : 'Environment'}
        rowName={remote ? 'header' : 'variable'}
        rows={remote ? form.headers : form.environment}
        error={remote ? errors.headers : errors.environment}
        onChange={(rows) => change(remote ? { headers: rows } : { environment: rows })}
      />
      <Disclosure title={<span className="text-sm font-medium">Advanced</span>}>
        <AdvancedFields remote={remote} form={form} errors={errors} onChange={change} />
      </Disclosure>
      {remote && (
        <Disclosure title={<span className="text-sm font-medium">Advanced sign-in</span>}>
          <SignInFields form={form.signIn} errors={errors.signIn ?? {}} onChange={(signIn) => change({ signIn })} />
        </Disclosure>
      )}
      {project !== null && (
        <p className="text-sm text-muted">
          The server will be added to the project{' '}
          <span className="font-medium text-ink">{visibleText(project.name)}</span>.
        </p>
      )}
    </FormDialog>
  )
}
