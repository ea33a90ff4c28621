import { messageOf } from '#contract/errors'
import { useVolumes } from '#renderer/features/hosting/useHosted.ts'
import { VolumeList } from '#renderer/features/hosting/volumes/VolumeList.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** All volumes, including those of removed servers; empty while there are none. */
export function VolumeSection() {
  const { data: volumes = [], error } = useVolumes()
  if (error === null && volumes.length === 0) return null
  return (
    <section aria-labelledby="hosting-volumes">
      <h2 id="hosting-volumes" className="font-semibold">
        Volumes
      </h2>
      <p className="mb-2 text-sm text-muted">
        Files that servers have written. They are kept when a server is removed.
      </p>
      {error === null ? (
        <VolumeList volumes={volumes} />
      ) : (
        <Notice tone="bad">The volumes could not be read: {visibleText(messageOf(error))}</Notice>
      )}
    </section>
  )
}
