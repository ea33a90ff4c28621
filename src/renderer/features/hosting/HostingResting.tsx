import { RuntimeList } from '#renderer/features/hosting/runtimes/RuntimeList.tsx'
import { VolumeSection } from '#renderer/features/hosting/volumes/VolumeSection.tsx'

/** Shown on the right while no server is open: the runtimes, and all volumes. */
export function HostingResting() {
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-8 px-6 pt-6 pb-10 max-sm:px-4">
      <VolumeSection />
      <section aria-labelledby="hosting-runtimes">
        <h2 id="hosting-runtimes" className="font-semibold">
          Runtimes
        </h2>
        <p className="mb-2 text-sm text-muted">What isolates hosted servers from this machine.</p>
        <RuntimeList />
      </section>
    </div>
  )
}
