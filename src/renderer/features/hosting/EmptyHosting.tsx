/** Shown before the first hosted server: what hosting is, and how to get a runtime if there is none. */
import { Package, Plus } from 'lucide-react'
import { providerTitles } from '#contract/hosting/hostedWords'
import { RuntimeList } from '#renderer/features/hosting/runtimes/RuntimeList.tsx'
import { needsCloudConsent, needsConsent } from '#renderer/features/hosting/runtimes/shownRuntimes.ts'
import { useRuntimes } from '#renderer/features/hosting/useHosted.ts'
import { VolumeSection } from '#renderer/features/hosting/volumes/VolumeSection.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'

export interface EmptyHostingProps {
  onHost: () => void
  onPackage: () => void
}

export function EmptyHosting({ onHost, onPackage }: EmptyHostingProps) {
  const { data } = useRuntimes()
  const isReady = data !== undefined && data.auto !== null
  const isWeak = needsConsent(data)
  const isCloudOnly = !isWeak && needsCloudConsent(data)
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6 px-6 pt-[9vh] pb-10 max-sm:px-4">
      <div>
        <h1 className="text-xl font-semibold">Run servers in containers</h1>
        <p className="mt-2 text-muted">
          A hosted server cannot see your files, has resource limits, keeps its data in volumes, and is restarted after
          a crash. For your clients it is a server like any other.
        </p>
        <div className="mt-5 flex flex-wrap gap-2">
          <Button look="primary" onClick={onHost} disabled={!isReady && !isWeak && !isCloudOnly}>
            <Plus className="size-4" aria-hidden="true" />
            Host a server
          </Button>
          <Button onClick={onPackage} disabled={!isReady && !isWeak}>
            <Package className="size-4" aria-hidden="true" />
            Run a package
          </Button>
        </div>
      </div>
      {isReady && (
        <p className="text-sm text-muted">
          This machine is ready: servers run in {data.auto === null ? '' : providerTitles[data.auto]}.
        </p>
      )}
      {data !== undefined && !isReady && (
        <section aria-labelledby="hosting-runtimes" className="flex flex-col gap-3">
          <h2 id="hosting-runtimes" className="font-semibold">
            {isCloudOnly ? 'Runtimes' : 'First, install a runtime'}
          </h2>
          {isWeak && (
            <Notice tone="warn">
              Only plain containers are available. They share the kernel of this machine, so they are used only if you
              allow it when you host a server. For a server that you do not trust, install a safer runtime.
            </Notice>
          )}
          {isCloudOnly && (
            <Notice tone="warn">
              Nothing on this machine can run containers, but the E2B cloud can. E2B gets the image, variables and
              calls, and bills you. It is used only if you allow it when you host a server. Packages need a container
              runtime on this machine.
            </Notice>
          )}
          <RuntimeList />
        </section>
      )}
      <VolumeSection />
    </div>
  )
}
