/** Hosts a server from an image. The contract's own schema checks the values. */
import { useNavigate } from '@tanstack/react-router'
import type { HostedRegistrationInput } from '#contract/hosting/registration'
import { emptyHostForm } from '#renderer/features/hosting/add/hostForm.ts'
import { HostFields } from '#renderer/features/hosting/add/HostFields.tsx'
import { useHostForm } from '#renderer/features/hosting/add/useHostForm.ts'
import { pullText } from '#renderer/features/hosting/hostedStatus.ts'
import { useHostingActions } from '#renderer/features/hosting/useHostingActions.ts'
import type { Pull } from '#renderer/features/hosting/usePulls.ts'
import { useTargetProject } from '#renderer/model/projects/chosenProject.ts'
import { ProjectChoice } from '#renderer/parts/project/ProjectChoice.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { FormDialog } from '#renderer/ui/overlay/FormDialog.tsx'

export interface HostDialogProps {
  pulls: ReadonlyMap<string, Pull>
  onClose: () => void
}

export function HostDialog({ pulls, onClose }: HostDialogProps) {
  const actions = useHostingActions()
  const navigate = useNavigate()
  const project = useTargetProject()
  const form = useHostForm({ ...emptyHostForm, projectId: project?.id ?? emptyHostForm.projectId })
  const { values, errors, checked, change, submission } = form
  const register = async (registration: HostedRegistrationInput) => {
    const { slug } = await actions.register(registration)
    onClose()
    void navigate({ to: '/hosting/$slug', params: { slug } })
  }
  const pull = [...pulls.values()].findLast(({ image }) => image === values.image.trim())
  return (
    <FormDialog
      submission={submission}
      send={checked.ok ? form.sending(() => register(checked.registration)) : null}
      action={submission.busy ? 'Starting…' : 'Host and start'}
      wide
      title="Host a server"
      description="The image is fetched and started in a container that cannot see your files."
      aside={
        <p aria-live="polite" className="text-sm text-muted first-letter:uppercase">
          {submission.busy ? (pull === undefined ? 'starting the container' : pullText(pull)) : ''}
        </p>
      }
      onClose={onClose}
    >
      <HostFields
        form={values}
        errors={errors}
        onChange={change}
        project={
          <Field label="Project" error={errors.projectId}>
            {(control) => (
              <ProjectChoice
                {...control}
                isForNew
                value={values.projectId}
                onChange={(projectId) => change({ projectId })}
              />
            )}
          </Field>
        }
      />
    </FormDialog>
  )
}
