/** Adds one server from a command line or a pasted snippet. Its values are checked by the contract's own schema. */
import { useNavigate } from '@tanstack/react-router'
import type { ClipboardEvent } from 'react'
import type { NewServer } from '#contract/server'
import { useTargetProject } from '#renderer/features/projects/chosenProject.ts'
import { AdvancedFields } from '#renderer/features/servers/add/AdvancedFields.tsx'
import { CommandPreview } from '#renderer/features/servers/add/CommandPreview.tsx'
import { EnvironmentRows } from '#renderer/features/servers/add/EnvironmentRows.tsx'
import {
  checkForm,
  emptyForm,
  isAddress,
  nameOf,
  withAssignmentsMoved,
  withSnippet,
} from '#renderer/features/servers/add/serverForm.ts'
import { readSnippet } from '#renderer/features/servers/add/snippet.ts'
import { useServerDialogs } from '#renderer/features/servers/ServerDialogs.tsx'
import { useServerActions } from '#renderer/features/servers/useServerActions.ts'
import { Button } from '#renderer/ui/Button.tsx'
import { Disclosure } from '#renderer/ui/Disclosure.tsx'
import { Field, TextArea, TextBox } from '#renderer/ui/Field.tsx'
import { FormDialog } from '#renderer/ui/FormDialog.tsx'
import { Notice } from '#renderer/ui/Notice.tsx'
import { useForm } from '#renderer/ui/useForm.ts'
import { visibleText } from '#renderer/ui/visibleText.ts'

export function AddServerDialog({ commandLine, onClose }: { commandLine: string; onClose: () => void }) {
  const { values: form, setValues: setForm, change, tried, submission } = useForm({ ...emptyForm, commandLine })
  const actions = useServerActions()
  const dialogs = useServerDialogs()
  const navigate = useNavigate()
  const snippet = readSnippet(form.commandLine)
  const remote = isAddress(form.commandLine)
  const project = useTargetProject()
  const checked = checkForm(form, project?.id)
  const errors = tried && !checked.ok ? checked.errors : {}

  const takeSnippet = (text: string): boolean => {
    const read = readSnippet(text)
    if (read.kind !== 'one') return false
    setForm((known) => withSnippet(known, read.server))
    return true
  }
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    if (takeSnippet(event.clipboardData.getData('text'))) event.preventDefault()
  }
  const onLeaveCommand = () => {
    if (!takeSnippet(form.commandLine)) setForm(withAssignmentsMoved)
  }
  const add = async (server: NewServer) => {
    const added = await actions.add(server)
    onClose()
    await navigate({ to: '/servers/$slug', params: { slug: added.slug } })
  }

  return (
    <FormDialog
      submission={submission}
      send={checked.ok && snippet.kind === 'none' ? () => add(checked.server) : null}
      action={submission.busy ? 'Adding…' : remote ? 'Add and connect' : 'Add and start'}
      title="Add a server"
      description={
        remote
          ? 'Switchboard sends this address what your clients ask. Add only what you trust.'
          : 'Switchboard starts this command on your machine, with your rights. Add only what you trust.'
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-2">
        <Field
          label="Command or address"
          hint="A command line, the address of a remote server, or the JSON snippet of a README."
          error={snippet.kind === 'problem' ? snippet.message : errors.commandLine}
        >
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              placeholder="npx -y @modelcontextprotocol/server-everything"
              value={form.commandLine}
              onPaste={onPaste}
              onBlur={onLeaveCommand}
              onChange={(event) => change({ commandLine: event.target.value })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.shiftKey || snippet.kind !== 'none') return
                event.preventDefault()
                event.currentTarget.form?.requestSubmit()
              }}
            />
          )}
        </Field>
        {snippet.kind === 'none' && !remote && <CommandPreview commandLine={form.commandLine} />}
        {snippet.kind === 'many' && (
          <Notice tone="plain">
            <p>This snippet holds {snippet.names.length} servers.</p>
            <Button size="small" className="mt-2" onClick={() => dialogs.importServers(snippet.text)}>
              Choose which to import
            </Button>
          </Notice>
        )}
      </div>
      <Field label="Name" hint="Left empty, it is named after what it runs." error={errors.name}>
        {(control) => (
          <TextBox
            {...control}
            placeholder={visibleText(nameOf({ ...form, name: '' }))}
            value={form.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <EnvironmentRows
        title={remote ? 'Headers' : 'Environment'}
        one={remote ? 'header' : 'variable'}
        rows={form.environment}
        error={errors.environment}
        onChange={(environment) => change({ environment })}
      />
      <Disclosure title={<span className="text-sm font-medium">Advanced</span>}>
        <AdvancedFields remote={remote} form={form} errors={errors} onChange={change} />
      </Disclosure>
      {project !== null && (
        <p className="text-sm text-muted">
          It goes to the project <span className="font-medium text-ink">{visibleText(project.name)}</span>.
        </p>
      )}
    </FormDialog>
  )
}
