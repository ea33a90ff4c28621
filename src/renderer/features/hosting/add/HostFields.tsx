/** The settings of a hosted server: its image, its environment and its limits. */
import type { ReactNode } from 'react'
import { foldersToChoose, type HostForm, nameOfImage } from '#renderer/features/hosting/add/hostForm.ts'
import { type HostFieldsProps, IsolationFields } from '#renderer/features/hosting/add/IsolationFields.tsx'
import { LimitFields } from '#renderer/features/hosting/add/LimitFields.tsx'
import { FolderChoices } from '#renderer/features/hosting/package/FolderChoices.tsx'
import { EnvironmentRows } from '#renderer/parts/values/EnvironmentRows.tsx'
import { ChoiceField } from '#renderer/ui/form/ChoiceField.tsx'
import { Field, TextArea } from '#renderer/ui/form/Field.tsx'
import { TextField } from '#renderer/ui/form/TextField.tsx'
import { titledOptions } from '#renderer/ui/form/options.ts'
import { Disclosure } from '#renderer/ui/notes/Disclosure.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const speaksTitles = { bridge: 'Standard input and output', port: 'HTTP on a port' } as const satisfies Record<
  HostForm['speaks'],
  string
>

export interface AllHostFieldsProps extends HostFieldsProps {
  /** The field for the project; absent when an existing server is edited. */
  project?: ReactNode
}

export function HostFields({ form: values, errors, onChange: change, project }: AllHostFieldsProps) {
  const isPackage = values.packageVersion !== ''
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Image"
          hint={isPackage ? 'The package runs in this image.' : 'From the server’s README, with a version.'}
          error={errors.image}
          placeholder="ghcr.io/owner/server:1.2"
          className="font-mono text-sm"
          value={values.image}
          onValue={(image) => change({ image })}
        />
        <TextField
          label="Name"
          {...(!isPackage && { hint: 'Leave empty to name it after the image.' })}
          error={errors.name}
          placeholder={isPackage ? '' : visibleText(nameOfImage(values.image))}
          value={values.name}
          onValue={(name) => change({ name })}
        />
        {isPackage && (
          <TextField
            label="Version of the package"
            error={errors.packageVersion}
            value={values.packageVersion}
            onValue={(packageVersion) => change({ packageVersion })}
          />
        )}
        {project}
        <ChoiceField
          label="Speaks MCP on"
          value={values.speaks}
          options={titledOptions(speaksTitles)}
          onValue={(speaks) => change({ speaks })}
        />
        {values.speaks === 'port' && (
          <>
            <TextField
              label="Port in the container"
              error={errors.port}
              inputMode="numeric"
              value={values.port}
              onValue={(port) => change({ port })}
            />
            <TextField label="Path" error={errors.path} value={values.path} onValue={(path) => change({ path })} />
          </>
        )}
      </div>
      {isPackage && (
        <>
          <TextField
            label="Arguments"
            hint="As in a terminal: quote an argument that contains spaces."
            error={errors.args}
            className="font-mono text-sm"
            value={values.args}
            onValue={(args) => change({ args })}
          />
          <FolderChoices
            paths={foldersToChoose(values)}
            access={values.access}
            onChange={(access) => change({ access })}
          />
        </>
      )}
      <div className="flex flex-col gap-1">
        <EnvironmentRows
          title="Environment"
          rowName="variable"
          rows={values.environment}
          error={errors.environment}
          onChange={(environment) => change({ environment })}
        />
        <p className="text-xs text-muted">
          Values are stored as secrets, but everyone with access to the container runtime can read them there.
        </p>
      </div>
      <Field
        label="Volumes"
        hint="Paths in the container whose files are kept, one per line. All other files are lost at each restart."
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
    </>
  )
}
