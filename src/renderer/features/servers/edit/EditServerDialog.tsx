/** Edits a server. The server keeps running unless its launch has changed. */
import { useState } from 'react'
import type { ServerChange, ServerSnapshot } from '#contract/servers/server'
import { isContainer } from '#contract/servers/transports'
import { useChosenProject } from '#renderer/model/projects/chosenProject.ts'
import { useProjectNames } from '#renderer/model/projects/useProjects.ts'
import { groupShown, projectOfGroup } from '#renderer/model/servers/groupShown.ts'
import { BehaviourFields, type GroupText } from '#renderer/features/servers/edit/BehaviourFields.tsx'
import { checkEdit, editForm, isRemoteEdit } from '#renderer/features/servers/edit/editForm.ts'
import { editStart } from '#renderer/features/servers/edit/editStart.ts'
import type { EditPart } from '#renderer/model/servers/serverDialogs.ts'
import { useServerActions } from '#renderer/model/servers/useServerActions.ts'
import { TextField } from '#renderer/ui/form/TextField.tsx'
import { LaunchFields } from '#renderer/features/servers/edit/LaunchFields.tsx'
import { SignInFields } from '#renderer/features/servers/signIn/form/SignInFields.tsx'
import { Disclosure } from '#renderer/ui/notes/Disclosure.tsx'
import { FormDialog } from '#renderer/ui/overlay/FormDialog.tsx'
import { useForm } from '#renderer/ui/form/useForm.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface EditServerProps {
  server: ServerSnapshot
  /** The part of the settings that is open at first; null: no particular part. */
  part: EditPart | null
  onClose: () => void
}

export function EditServerDialog({ server, part, onClose }: EditServerProps) {
  const actions = useServerActions()
  const groupOf = projectOfGroup(server, useChosenProject()?.id ?? null)
  const groupProject = useProjectNames().get(groupOf ?? '')
  const [start] = useState(() => editStart(editForm(server, groupOf), server.launch, part))
  const { values: form, change, tried, submission } = useForm(() => start.form)
  const hosted = isContainer(server.launch)
  const remote = isRemoteEdit(form, server.launch)
  const checked = checkEdit(form, server, groupOf)
  const errors = tried && !checked.ok ? checked.errors : {}
  const group: GroupText = {
    label:
      server.projects.length < 2
        ? 'Group'
        : `Group in ${groupProject === undefined ? 'all projects' : visibleText(groupProject)}`,
    placeholder: groupShown(server, groupOf).differs ? 'Differs by project' : '',
  }
  const restarts = checked.ok && checked.change.launch !== undefined
  const save = async (changed: ServerChange) => {
    const { group: newGroup, ...others } = changed
    const ofServer = groupOf === null ? changed : others
    if (Object.keys(ofServer).length > 0) await actions.update(server.slug, ofServer)
    if (groupOf !== null && newGroup !== undefined) await actions.setGroup(server.slug, groupOf, newGroup)
    onClose()
  }
  return (
    <FormDialog
      submission={submission}
      send={checked.ok ? () => save(checked.change) : null}
      action="Save"
      wide
      title={`Settings of ${visibleText(server.name)}`}
      aside={restarts ? <p className="text-sm text-muted">Saving restarts the server.</p> : undefined}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" error={errors.name} value={form.name} onValue={(name) => change({ name })} />
        <TextField
          label="Description"
          error={errors.description}
          value={form.description}
          onValue={(description) => change({ description })}
        />
      </div>
      {!hosted && <LaunchFields form={form} remote={remote} errors={errors} start={start} onChange={change} />}
      {remote && !hosted && (
        <Disclosure
          open={part?.at === 'signIn' || part?.at === 'clientId'}
          title={<span className="text-sm font-medium">Advanced sign-in</span>}
        >
          <SignInFields
            form={form.signIn}
            errors={errors.signIn ?? {}}
            startsAtClientId={part?.at === 'clientId'}
            onChange={(signIn) => change({ signIn })}
          />
        </Disclosure>
      )}
      <BehaviourFields form={form} remote={remote} errors={errors} group={group} onChange={change} />
    </FormDialog>
  )
}
