/** Creates or edits a project: its name, how its tools are named, and when its servers start. */
import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { messageOf } from '#contract/errors'
import { defaultProjectId } from '#contract/mainProject'
import type { NewProject, Project, ProjectSnapshot, StartMode } from '#contract/project'
import { chooseProject } from '#renderer/model/projects/chosenProject.ts'
import { namingExample, namingTitles } from '#renderer/features/projects/namingExample.ts'
import { checkProject, emptyProject, type ProjectForm } from '#renderer/features/projects/projectForm.ts'
import { ProjectSecrets } from '#renderer/features/projects/ProjectSecrets.tsx'
import { ProjectTrouble } from '#renderer/parts/project/ProjectTrouble.tsx'
import { useProjectActions } from '#renderer/features/projects/useProjectActions.ts'
import { nameHint } from '#renderer/features/projects/nameHint.ts'
import { useProjects } from '#renderer/model/projects/useProjects.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Field, TextArea } from '#renderer/ui/form/Field.tsx'
import { ChoiceField } from '#renderer/ui/form/ChoiceField.tsx'
import { TextField } from '#renderer/ui/form/TextField.tsx'
import { titledOptions } from '#renderer/ui/form/options.ts'
import { FormDialog } from '#renderer/ui/overlay/FormDialog.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { isConflict, refused, useForm } from '#renderer/ui/form/useForm.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const startTitles: Readonly<Record<StartMode, string>> = {
  lazy: 'On first use',
  eager: 'All when Switchboard starts',
  strict: 'One after another; all or none',
}

const startHints: Readonly<Record<StartMode, string | undefined>> = {
  lazy: undefined,
  eager: undefined,
  strict: 'If a server fails, those started before it are stopped, and the project is shown as failed.',
}

function NamingExample({ naming, prefix }: Pick<Project, 'naming' | 'prefix'>) {
  return (
    <div className="rounded-md border border-line bg-canvas px-3 py-2 text-xs">
      <p className="mb-1.5 text-muted">With two servers, git and files, clients see:</p>
      <ul aria-label="Example of names" className="flex flex-col gap-1">
        {namingExample(naming, prefix).map(({ server, tool, name }) => (
          <li key={`${server} ${tool}`} className="flex gap-2">
            <span className="w-32 shrink-0 text-muted">
              {tool} from {server}
            </span>
            {name === null ? (
              <span className="text-warn">hidden: files has a tool with this name</span>
            ) : (
              <code className="min-w-0 font-mono break-all">{visibleText(name)}</code>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

export function ProjectDialog({ project, onClose }: { project: ProjectSnapshot | null; onClose: () => void }) {
  const actions = useProjectActions()
  const { data: projects = [] } = useProjects()
  const { values: form, change, tried, submission } = useForm<ProjectForm>(project ?? emptyProject)
  const checked = checkProject(form)
  const errors = tried && !checked.ok ? checked.errors : {}
  const [taken, setTaken] = useState({ name: '', why: '' })
  const isTaken = taken.name !== '' && taken.name === form.name.trim()
  const locked = project !== null && project.file !== null
  const save = async (input: NewProject) => {
    try {
      if (project === null) chooseProject((await actions.add(input)).id)
      else await actions.update(project, input)
    } catch (thrown) {
      if (!isConflict(thrown)) throw thrown
      setTaken({ name: input.name, why: visibleText(messageOf(thrown)) })
      return refused
    }
    onClose()
  }
  const removable = project !== null && !locked && project.id !== defaultProjectId
  const fields = {
    name: (
      <TextField
        label="Name"
        hint={nameHint(project, form.name, projects)}
        error={isTaken ? taken.why : errors.name}
        value={form.name}
        placeholder="Work"
        onValue={(name) => change({ name })}
      />
    ),
    naming: (
      <ChoiceField
        label="Prefix tool names with the server"
        value={form.naming}
        options={titledOptions(namingTitles)}
        onValue={(naming) => change({ naming })}
      />
    ),
    prefix: (
      <TextField
        label="Name pattern"
        error={errors.prefix}
        className="font-mono text-sm"
        value={form.prefix}
        onValue={(prefix) => change({ prefix })}
      />
    ),
    start: (
      <ChoiceField
        label="Start servers"
        hint={startHints[form.start]}
        value={form.start}
        options={titledOptions(startTitles)}
        onValue={(start) => change({ start })}
      />
    ),
    instructions: (
      <Field
        label="Instructions for the chat"
        hint="Sent to the model first in every conversation in this project."
        error={errors.instructions}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            className="font-sans"
            value={form.instructions}
            onChange={(event) => change({ instructions: event.target.value })}
          />
        )}
      </Field>
    ),
  } satisfies Record<keyof ProjectForm, ReactNode>
  return (
    <FormDialog
      submission={submission}
      send={checked.ok ? () => save(checked.project) : null}
      action={locked ? null : project === null ? 'Add project' : 'Save'}
      title={project === null ? 'New project' : `Project ${visibleText(project.name)}`}
      description="A project has servers, and decides which of their tools are on and how they are named."
      aside={
        removable ? (
          <Button
            look="danger"
            onClick={() => {
              onClose()
              void actions.remove(project)
            }}
          >
            <Trash2 className="size-3.5" aria-hidden="true" />
            Remove
          </Button>
        ) : undefined
      }
      onClose={onClose}
    >
      {project !== null && <ProjectTrouble project={project} />}
      {locked && (
        <Notice tone="plain">
          This project mirrors a configuration file. Edit the file to change it:{' '}
          <code className="font-mono text-xs break-all select-text">{visibleText(project.file ?? '')}</code>
        </Notice>
      )}
      <fieldset disabled={locked} className="flex flex-col gap-4">
        {fields.name}
        <div className="grid gap-4 sm:grid-cols-2">
          {fields.naming}
          {fields.prefix}
        </div>
        <NamingExample naming={form.naming} prefix={form.prefix} />
        {fields.start}
        {fields.instructions}
      </fieldset>
      {project !== null && <ProjectSecrets project={project} onLeave={onClose} />}
    </FormDialog>
  )
}
