/**
 * Asks for the one value that a server lacks: a variable for the server, or a secret of its project. Saving starts the
 * server again.
 */
import { type SecretOwner, secretValue } from '#contract/secret'
import { secretNamePattern } from '#contract/secretNames'
import type { RepairOf } from '#contract/servers/repair'
import type { ServerSnapshot } from '#contract/servers/server'
import { variableChange } from '#renderer/features/servers/repair/variableChange.ts'
import { useEngine } from '#renderer/client/engine.ts'
import { useNamesIn } from '#renderer/model/projects/chosenProject.ts'
import { useProjects } from '#renderer/model/projects/useProjects.ts'
import { useServerActions } from '#renderer/model/servers/useServerActions.ts'
import { takeFocus } from '#renderer/ui/focus/takeFocus.ts'
import { Field, TextBox } from '#renderer/ui/form/Field.tsx'
import { useForm } from '#renderer/ui/form/useForm.ts'
import { FormDialog } from '#renderer/ui/overlay/FormDialog.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface ValueDialogProps {
  server: ServerSnapshot
  repair: RepairOf<'setVariable' | 'setSecret'>
  onClose: () => void
}

/** The project that gets the secret: the one in which it is missing, otherwise the shown one, otherwise the first. */
function useOwner(server: ServerSnapshot, projectId: string | undefined) {
  const { data: projects = [] } = useProjects()
  const shown = useNamesIn(server.projects)
  const id = projectId ?? shown ?? server.enabledIn[0] ?? server.projects[0]
  const project = projects.find((one) => one.id === id)
  const isOfFile = project !== undefined && project.file !== null
  const owner: SecretOwner = isOfFile ? { file: project.file ?? undefined } : { projectId: id }
  return { owner, title: project === undefined ? '' : visibleText(project.name) }
}

export function ValueDialog({ server, repair, onClose }: ValueDialogProps) {
  const { api, cache, queries } = useEngine()
  const actions = useServerActions()
  const isSecret = repair.kind === 'setSecret'
  const name = isSecret ? repair.secret : repair.variable
  const { owner, title } = useOwner(server, isSecret ? repair.projectId : undefined)
  const { values, change, tried, submission } = useForm({ value: '' })
  const checked = isSecret ? null : variableChange(server, name, values.value)
  const problem =
    secretValue.safeParse(values.value).error?.issues[0]?.message ??
    (checked?.ok === false ? Object.values(checked.errors).find((one) => typeof one === 'string') : undefined)
  const save = async () => {
    if (checked === null) {
      await api.secrets.set({ ...owner, name, value: values.value })
      await cache.invalidateQueries({ queryKey: queries.secrets.list.key() })
    } else if (checked.ok) await actions.update(server.slug, checked.change)
    onClose()
  }
  const shownName = visibleText(name)
  return (
    <FormDialog
      submission={submission}
      send={problem === undefined ? save : null}
      action="Save and restart"
      title={`Set ${shownName}`}
      description={
        isSecret
          ? `A secret of ${title === '' ? 'its project' : `the project ${title}`}. It is kept in the vault and never shown again. Saving restarts the servers that use it.`
          : `A variable of ${visibleText(server.name)}. Saving restarts the server.`
      }
      onClose={onClose}
    >
      <Field label={`Value of ${shownName}`} error={tried ? problem : undefined}>
        {(control) => (
          <TextBox
            {...control}
            ref={takeFocus}
            type={isSecret || secretNamePattern.test(name) ? 'password' : 'text'}
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
