/** Before the first hosted server: what hosting is, and the way to a runtime where there is none. */
import { Plus } from 'lucide-react'
import { providerTitles } from '#contract/hosting/hostedWords'
import { RuntimeList } from '#renderer/features/hosting/runtimes/RuntimeList.tsx'
import { needsConsent } from '#renderer/features/hosting/runtimes/shownRuntimes.ts'
import { useRuntimes } from '#renderer/features/hosting/useHosted.ts'
import { VolumeSection } from '#renderer/features/hosting/volumes/VolumeSection.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'

export function EmptyHosting({ onHost }: { onHost: () => void }) {
  const { data } = useRuntimes()
  const isReady = data !== undefined && data.auto !== null
  const isWeak = needsConsent(data)
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6 px-6 pt-[9vh] pb-10 max-sm:px-4">
      <div>
        <h1 className="text-xl font-semibold">Run servers in containers</h1>
        <p className="mt-2 text-muted">
          A hosted server sees none of your files, has limits, keeps what it writes in volumes, and is started again
          when it crashes. To your clients it is a server like any other.
        </p>
        <Button look="primary" className="mt-5" onClick={onHost} disabled={!isReady && !isWeak}>
          <Plus className="size-4" aria-hidden="true" />
          Host a server
        </Button>
      </div>
      {isReady && (
        <p className="text-sm text-muted">
          This machine is ready: servers run in {data.auto === null ? '' : providerTitles[data.auto]}.
        </p>
      )}
      {data !== undefined && !isReady && (
        <section aria-labelledby="hosting-runtimes" className="flex flex-col gap-3">
          <h2 id="hosting-runtimes" className="font-semibold">
            First, something to run them in
          </h2>
          {isWeak && (
            <Notice tone="warn">
              Only plain containers are here. They share the kernel of this machine, so they are taken when you allow
              it, in the form. A server that you do not trust is better kept by one of the others.
            </Notice>
          )}
          <RuntimeList />
        </section>
      )}
      <VolumeSection />
    </div>
  )
}
