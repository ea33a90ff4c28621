import type { HostedServer, HostedVolume } from '#contract/hosting/hostedServer'
import { aboutBytes, aboutPercent } from '#contract/hosting/hostedWords'
import { readBytes, readCores } from '#contract/hosting/sizes'
import { messageOf } from '#contract/errors'
import { CrashList } from '#renderer/features/hosting/detail/CrashList.tsx'
import { UsageChart } from '#renderer/features/hosting/detail/UsageChart.tsx'
import { useHostedHistory, useVolumes } from '#renderer/features/hosting/useHosted.ts'
import { VolumeList } from '#renderer/features/hosting/volumes/VolumeList.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const leastPercent = 5
const leastBytes = 16 * 2 ** 20

/** The server's volumes from the list of all volumes. Until the list is loaded, they come from the server itself. */
function volumesOf(server: HostedServer, all: readonly HostedVolume[] | undefined): HostedVolume[] {
  const { provider } = server
  return server.volumes.flatMap((own) => {
    const known = all?.find(({ name }) => name === own.name)
    if (known !== undefined) return [known]
    return provider === null ? [] : [{ ...own, provider, in_use: true, server: server.slug }]
  })
}

export interface OverviewTabProps {
  server: HostedServer
  /** When `server` was read, in epoch milliseconds. */
  readAt: number
}

export function OverviewTab({ server, readAt }: OverviewTabProps) {
  const { data: history, error } = useHostedHistory(server.id)
  const { data: all } = useVolumes()
  const { cpu, memory } = server.resource_limits
  const samples = (history?.samples ?? []).map((sample) => ({ ...sample, time: Date.parse(sample.at) }))
  if (server.usage !== null) samples.push({ ...server.usage, at: '', time: readAt })
  const volumes = volumesOf(server, all)
  return (
    <div className="flex flex-col gap-6 px-5 pt-4 pb-8">
      {error !== null && (
        <Notice tone="bad">The server’s history could not be read: {visibleText(messageOf(error))}</Notice>
      )}
      <section aria-label="Usage" className="grid gap-3 sm:grid-cols-2">
        <UsageChart
          title="CPU"
          points={samples.map(({ time, cpu_percent }) => ({ at: time, value: cpu_percent }))}
          limit={(readCores(cpu) ?? 1) * 100}
          least={leastPercent}
          textOf={aboutPercent}
        />
        <UsageChart
          title="Memory"
          points={samples.map(({ time, memory_bytes }) => ({ at: time, value: memory_bytes }))}
          limit={readBytes(memory) ?? leastBytes}
          least={leastBytes}
          textOf={aboutBytes}
        />
      </section>
      <section aria-labelledby="hosted-crashes">
        <h3 id="hosted-crashes" className="text-sm font-semibold">
          Crashes
        </h3>
        <CrashList crashes={history?.crashes ?? (server.last_crash === null ? [] : [server.last_crash])} />
      </section>
      {volumes.length > 0 && (
        <section aria-labelledby="hosted-volumes">
          <h3 id="hosted-volumes" className="mb-2 text-sm font-semibold">
            Volumes
          </h3>
          <VolumeList volumes={volumes} isOfOne />
        </section>
      )}
    </div>
  )
}
