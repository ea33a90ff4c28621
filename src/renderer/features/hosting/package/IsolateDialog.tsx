/**
 * Moves a server that npx, uvx or a similar command starts on this machine into a container. The server keeps its
 * projects and settings.
 */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { IsolationPreview } from '#contract/hosting/registration'
import type { ServerSnapshot } from '#contract/servers/server'
import { useEngine } from '#renderer/client/engine.ts'
import { IsolationFields } from '#renderer/features/hosting/add/IsolationFields.tsx'
import { LimitFields } from '#renderer/features/hosting/add/LimitFields.tsx'
import { FolderChoices } from '#renderer/features/hosting/package/FolderChoices.tsx'
import { emptyPackageForm, isolationOf, type PackageForm } from '#renderer/features/hosting/package/packageForm.ts'
import { PackagePlan } from '#renderer/features/hosting/package/PackagePlan.tsx'
import { useInstallLine } from '#renderer/features/hosting/package/useInstallLine.ts'
import { needsConsent } from '#renderer/features/hosting/runtimes/shownRuntimes.ts'
import { useRuntimes } from '#renderer/features/hosting/useHosted.ts'
import { useHostingActions } from '#renderer/features/hosting/useHostingActions.ts'
import { useForm } from '#renderer/ui/form/useForm.ts'
import { Disclosure } from '#renderer/ui/notes/Disclosure.tsx'
import { ReadFailure } from '#renderer/ui/notes/ReadFailure.tsx'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'
import { FormDialog } from '#renderer/ui/overlay/FormDialog.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

interface IsolateDialogProps {
  server: ServerSnapshot
  onClose: () => void
}

export function IsolateDialog({ server, onClose }: IsolateDialogProps) {
  const { queries } = useEngine()
  const preview = useQuery({
    ...queries.hosting.previewIsolation.queryOptions({ input: { slug: server.slug } }),
    retry: false,
    gcTime: 0,
  })
  if (preview.data !== undefined) return <IsolateForm server={server} preview={preview.data} onClose={onClose} />
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={titleOf(server)} wide>
      {preview.error === null ? (
        <p aria-busy="true" className="text-sm text-muted">
          Looking for its package…
        </p>
      ) : (
        <ReadFailure what="Its package" error={preview.error} onAgain={() => void preview.refetch()} />
      )}
    </Dialog>
  )
}

function titleOf({ name }: ServerSnapshot): string {
  return `Run ${visibleText(name)} isolated`
}

function IsolateForm({ server, preview, onClose }: IsolateDialogProps & { preview: IsolationPreview }) {
  const actions = useHostingActions()
  const navigate = useNavigate()
  const { data: runtimes } = useRuntimes()
  const { values, change, tried, submission } = useForm<PackageForm>(emptyPackageForm)
  const checked = isolationOf(values, preview.package, preview.folders, needsConsent(runtimes))
  const errors = tried && !checked.ok ? checked.errors : {}
  const line = useInstallLine(submission.busy)
  const isolate = async () => {
    if (!checked.ok) return
    const { slug } = await actions.isolate(server.slug, checked.asked)
    onClose()
    void navigate({ to: '/hosting/$slug', params: { slug } })
  }
  return (
    <FormDialog
      submission={submission}
      send={checked.ok ? isolate : null}
      action={submission.busy ? 'Installing…' : 'Install and move'}
      wide
      title={titleOf(server)}
      description="The server then runs in a container, and keeps its tools, projects and permissions. You can move it back."
      aside={
        <p aria-live="polite" className="line-clamp-2 text-sm break-all text-muted">
          {submission.busy ? (line ?? 'Starting the installation') : ''}
        </p>
      }
      onClose={onClose}
    >
      <PackagePlan preview={preview} before={preview.before} args={[]} />
      <FolderChoices paths={preview.folders} access={values.access} onChange={(access) => change({ access })} />
      <IsolationFields form={values} errors={errors} onChange={change} />
      <Disclosure title={<span className="text-sm font-medium">Limits</span>}>
        <LimitFields form={values} errors={errors} onChange={change} />
      </Disclosure>
    </FormDialog>
  )
}
