/** Runs a package from npm or PyPI in a container: one field, with a preview before anything runs. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { messageOf } from '#contract/errors'
import { pathsIn, registryTitles } from '#contract/hosting/package'
import { nameOfPackage, type WantedPackage } from '#contract/pasted/readPackage'
import { useEngine } from '#renderer/client/engine.ts'
import { IsolationFields } from '#renderer/features/hosting/add/IsolationFields.tsx'
import { LimitFields } from '#renderer/features/hosting/add/LimitFields.tsx'
import { FolderChoices } from '#renderer/features/hosting/package/FolderChoices.tsx'
import {
  checkPackage,
  emptyPackageForm,
  type PackageForm,
  writtenPackage,
} from '#renderer/features/hosting/package/packageForm.ts'
import { PackagePlan } from '#renderer/features/hosting/package/PackagePlan.tsx'
import { useInstallLine } from '#renderer/features/hosting/package/useInstallLine.ts'
import { needsConsent } from '#renderer/features/hosting/runtimes/shownRuntimes.ts'
import { useRuntimes } from '#renderer/features/hosting/useHosted.ts'
import { useHostingActions } from '#renderer/features/hosting/useHostingActions.ts'
import { useTargetProject } from '#renderer/model/projects/chosenProject.ts'
import { EnvironmentRows } from '#renderer/parts/values/EnvironmentRows.tsx'
import { ChoiceField } from '#renderer/ui/form/ChoiceField.tsx'
import { titledOptions } from '#renderer/ui/form/options.ts'
import { TextField } from '#renderer/ui/form/TextField.tsx'
import { useForm } from '#renderer/ui/form/useForm.ts'
import { Disclosure } from '#renderer/ui/notes/Disclosure.tsx'
import { FormDialog } from '#renderer/ui/overlay/FormDialog.tsx'
import { useDebounced } from '#renderer/ui/page/useDebounced.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function PackageDialog({ onClose }: { onClose: () => void }) {
  const actions = useHostingActions()
  const navigate = useNavigate()
  const project = useTargetProject()
  const { data: runtimes } = useRuntimes()
  const { values, change, tried, submission } = useForm<PackageForm>({
    ...emptyPackageForm,
    projectId: project?.id ?? emptyPackageForm.projectId,
  })
  const written = writtenPackage(values)
  const wanted = written.kind === 'package' ? written.wanted : null
  const preview = usePreview(wanted)
  const checked = checkPackage(values, needsConsent(runtimes))
  const errors = tried && !checked.ok ? checked.errors : {}
  const line = useInstallLine(submission.busy)
  const found = preview.data
  const canSend = checked.ok && wanted !== null && found !== undefined
  const run = async () => {
    if (!canSend) return
    const { program, args } = wanted
    const { slug } = await actions.addPackage({
      ...checked.registration,
      package: { ...found.package, program, args: [...args] },
    })
    onClose()
    void navigate({ to: '/hosting/$slug', params: { slug } })
  }
  const said = preview.error === null ? undefined : visibleText(messageOf(preview.error))
  return (
    <FormDialog
      submission={submission}
      send={canSend ? run : null}
      action={submission.busy ? 'Installing…' : 'Install and start'}
      wide
      title="Run a package"
      description="Runs a package from npm or PyPI in a container, which sees none of your files unless you share them."
      aside={
        <p aria-live="polite" className="line-clamp-2 text-sm break-all text-muted">
          {submission.busy ? (line ?? 'Starting the installation') : ''}
        </p>
      }
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
        <TextField
          label="Package"
          hint="Its name, or the command from its README: npx -y …, uvx …"
          error={said ?? (written.kind === 'problem' ? written.message : errors.text)}
          placeholder="@modelcontextprotocol/server-everything"
          className="font-mono text-sm"
          value={values.text}
          onValue={(text) => change({ text })}
        />
        <ChoiceField
          label="Registry"
          value={wanted?.registry ?? values.registry}
          options={titledOptions(registryTitles)}
          onValue={(registry) => change({ registry })}
        />
      </div>
      <div role="status" className="empty:hidden">
        {wanted !== null && found !== undefined && <PackagePlan preview={found} before={[]} args={wanted.args} />}
        {preview.isFetching && <p className="text-sm text-muted">Looking for the package…</p>}
      </div>
      {wanted !== null && (
        <FolderChoices paths={pathsIn(wanted.args)} access={values.access} onChange={(access) => change({ access })} />
      )}
      <EnvironmentRows
        title="Environment"
        rowName="variable"
        rows={values.environment}
        error={errors.environment}
        onChange={(environment) => change({ environment })}
      />
      <IsolationFields form={values} errors={errors} onChange={change} />
      <Disclosure title={<span className="text-sm font-medium">Name and limits</span>}>
        <div className="flex flex-col gap-4 pt-3">
          <TextField
            label="Name"
            hint="Leave empty to name the server after the package."
            error={errors.name}
            placeholder={wanted === null ? '' : visibleText(nameOfPackage(wanted))}
            value={values.name}
            onValue={(name) => change({ name })}
          />
          <LimitFields form={values} errors={errors} onChange={change} />
        </div>
      </Disclosure>
    </FormDialog>
  )
}

/** The preview of the entered package, read when typing pauses. */
function usePreview(wanted: WantedPackage | null) {
  const { queries } = useEngine()
  const asked = wanted === null ? '' : JSON.stringify([wanted.registry, wanted.name, wanted.version])
  const settled = useDebounced(asked, 400)
  const [registry = 'npm', name = '', version = null] = (settled === '' ? [] : JSON.parse(settled)) as [
    WantedPackage['registry']?,
    string?,
    (string | null)?,
  ]
  const query = useQuery({
    ...queries.hosting.previewPackage.queryOptions({ input: { registry, name, version } }),
    enabled: settled !== '',
    retry: false,
    gcTime: 0,
  })
  // A preview of an earlier text is not shown.
  const isOfThis = asked !== '' && asked === settled
  return isOfThis
    ? { data: query.data, error: query.error, isFetching: query.isFetching }
    : { data: undefined, error: null, isFetching: asked !== '' }
}
