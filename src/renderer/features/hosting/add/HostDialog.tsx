/** Hosts a server from an image. Its values are checked by the contract's own schema. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '#contract/errors'
import type { HostedRegistrationInput } from '#contract/hosting/registration'
import {
  checkHost,
  emptyHostForm,
  type HostErrors,
  type HostForm,
  nameOfImage,
  refusedField,
} from '#renderer/features/hosting/add/hostForm.ts'
import { IsolationFields } from '#renderer/features/hosting/add/IsolationFields.tsx'
import { LimitFields } from '#renderer/features/hosting/add/LimitFields.tsx'
import { pullText } from '#renderer/features/hosting/hostedStatus.ts'
import { needsConsent } from '#renderer/features/hosting/runtimes/shownRuntimes.ts'
import { useRuntimes } from '#renderer/features/hosting/useHosted.ts'
import { useHostingActions } from '#renderer/features/hosting/useHostingActions.ts'
import type { Pull } from '#renderer/features/hosting/usePulls.ts'
import { useTargetProject } from '#renderer/model/projects/chosenProject.ts'
import { ProjectChoice } from '#renderer/parts/project/ProjectChoice.tsx'
import { EnvironmentRows } from '#renderer/parts/values/EnvironmentRows.tsx'
import { Field, TextArea, TextBox } from '#renderer/ui/form/Field.tsx'
import { OptionChoice } from '#renderer/ui/form/OptionChoice.tsx'
import { titledOptions } from '#renderer/ui/form/options.ts'
import { refused, useForm } from '#renderer/ui/form/useForm.ts'
import { Disclosure } from '#renderer/ui/notes/Disclosure.tsx'
import { FormDialog } from '#renderer/ui/overlay/FormDialog.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const speaksTitles = { bridge: 'Standard input and output', port: 'HTTP, at a port' } as const

export interface HostDialogProps {
  pulls: ReadonlyMap<string, Pull>
  onClose: () => void
}

export function HostDialog({ pulls, onClose }: HostDialogProps) {
  const actions = useHostingActions()
  const navigate = useNavigate()
  const project = useTargetProject()
  const form = useForm<HostForm>({ ...emptyHostForm, projectId: project?.id ?? emptyHostForm.projectId })
  const { values, submission, tried } = form
  const [told, setTold] = useState<HostErrors>({})
  const { data: runtimes } = useRuntimes()
  const checked = checkHost(values, needsConsent(runtimes))
  const errors: HostErrors = { ...told, ...(tried && !checked.ok && checked.errors) }
  const change = (part: Partial<HostForm>) => {
    // What the engine refused is another thing now.
    setTold((known) => Object.fromEntries(Object.entries(known).filter(([field]) => !Object.hasOwn(part, field))))
    form.change(part)
  }
  const send = async (registration: HostedRegistrationInput) => {
    try {
      const { slug } = await actions.register(registration)
      onClose()
      void navigate({ to: '/hosting/$slug', params: { slug } })
    } catch (thrown) {
      const field = refusedField(thrown)
      if (field === null) throw thrown
      setTold({ [field]: visibleText(messageOf(thrown)) })
      return refused
    }
  }
  const pull = [...pulls.values()].findLast(({ image }) => image === values.image.trim())
  return (
    <FormDialog
      submission={submission}
      send={checked.ok ? () => send(checked.registration) : null}
      action={submission.busy ? 'Starting…' : 'Host and start'}
      wide
      title="Host a server"
      description="Its image is fetched and started in a container that sees none of your files."
      aside={
        <p aria-live="polite" className="text-sm text-muted first-letter:uppercase">
          {submission.busy ? (pull === undefined ? 'starting the container' : pullText(pull)) : ''}
        </p>
      }
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Image" hint="As its README says, with a version." error={errors.image}>
          {(control) => (
            <TextBox
              {...control}
              placeholder="ghcr.io/owner/server:1.2"
              className="font-mono text-sm"
              value={values.image}
              onChange={(event) => change({ image: event.target.value })}
            />
          )}
        </Field>
        <Field label="Name" hint="Left empty, it is named after the image." error={errors.name}>
          {(control) => (
            <TextBox
              {...control}
              placeholder={visibleText(nameOfImage(values.image))}
              value={values.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
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
        <Field label="Speaks MCP on">
          {(control) => (
            <OptionChoice
              {...control}
              value={values.speaks}
              options={titledOptions(speaksTitles)}
              onChange={(speaks) => change({ speaks })}
            />
          )}
        </Field>
        {values.speaks === 'port' && (
          <>
            <Field label="Port in the container" error={errors.port}>
              {(control) => (
                <TextBox
                  {...control}
                  inputMode="numeric"
                  value={values.port}
                  onChange={(event) => change({ port: event.target.value })}
                />
              )}
            </Field>
            <Field label="Path" error={errors.path}>
              {(control) => (
                <TextBox {...control} value={values.path} onChange={(event) => change({ path: event.target.value })} />
              )}
            </Field>
          </>
        )}
      </div>
      <div className="flex flex-col gap-1">
        <EnvironmentRows
          title="Environment"
          rowName="variable"
          rows={values.environment}
          error={errors.environment}
          onChange={(environment) => change({ environment })}
        />
        <p className="text-xs text-muted">
          Values are kept as secrets. Who may use the runtime on its machine can read them there.
        </p>
      </div>
      <Field
        label="Volumes"
        hint="Paths in the container whose files are kept, one in each line. Everything else is lost with each restart."
        error={errors.volumes}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            placeholder="/data"
            value={values.volumes}
            onChange={(event) => change({ volumes: event.target.value })}
          />
        )}
      </Field>
      <IsolationFields form={values} errors={errors} onChange={change} />
      <Disclosure title={<span className="text-sm font-medium">Limits and restarts</span>}>
        <LimitFields form={values} errors={errors} onChange={change} />
      </Disclosure>
    </FormDialog>
  )
}
