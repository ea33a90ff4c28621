/** Creates a copy of a project: with its servers, switches and own names. */
import { useState } from 'react'
import { messageOf } from '#contract/errors'
import { projectSetting, type ProjectSnapshot } from '#contract/project'
import { useProjectActions } from '#renderer/features/projects/useProjectActions.ts'
import { useProjects } from '#renderer/model/projects/useProjects.ts'
import { TextField } from '#renderer/ui/form/TextField.tsx'
import { isConflict, refused, useForm } from '#renderer/ui/form/useForm.ts'
import { FormDialog } from '#renderer/ui/overlay/FormDialog.tsx'
import { freeName } from '#renderer/features/projects/freeName.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function DuplicateDialog({ project, onClose }: { project: ProjectSnapshot; onClose: () => void }) {
  const actions = useProjectActions()
  const { data: projects = [] } = useProjects()
  const { values, change, tried, submission } = useForm(() => ({ name: freeName(project, projects) }))
  const [taken, setTaken] = useState({ name: '', why: '' })
  const checked = projectSetting.name.safeParse(values.name)
  const duplicate = async (name: string) => {
    try {
      await actions.duplicate(project, name)
    } catch (thrown) {
      if (!isConflict(thrown)) throw thrown
      setTaken({ name, why: visibleText(messageOf(thrown)) })
      return refused
    }
    onClose()
  }
  const isTaken = taken.name !== '' && taken.name === values.name.trim()
  const error = isTaken ? taken.why : tried ? checked.error?.issues[0]?.message : undefined
  return (
    <FormDialog
      submission={submission}
      send={checked.success ? () => duplicate(checked.data) : null}
      action="Duplicate"
      title={`Duplicate ${visibleText(project.name)}`}
      description="The copy has the same servers, switches, tools and own names. Secrets are not copied."
      onClose={onClose}
    >
      <TextField label="Name of the copy" error={error} value={values.name} onValue={(name) => change({ name })} />
    </FormDialog>
  )
}
