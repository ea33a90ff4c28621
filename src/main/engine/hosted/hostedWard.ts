/** The doctor's access to hosted servers. */
import { providerTitles } from '#contract/hosting/hostedWords'
import { AppError } from '#contract/errors'
import { providerName } from '#contract/hosting/container'
import type { ContainerLaunch, HttpLaunch } from '#contract/servers/server'
import type { OpenTransport } from '#engine/connections/transport'
import { createContainerOpener } from '#engine/connections/transports/containerTransport'
import { timeText } from '#engine/hosted/snapshot'
import { usageOf } from '#engine/hosted/usageHistory'
import { isWeaker } from '#contract/hosting/hostedWords'
import type { Containers } from '#engine/hosting/containers'
import type { Clock } from '#engine/ports'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { WorkspaceStore } from '#engine/store/servers/workspaceStore'

export interface HostedWardOptions {
  readonly containers: Containers
  readonly registry: Pick<ServerRegistry, 'definitions' | 'reached' | 'view'>
  readonly store: Pick<WorkspaceStore, 'list'>
  readonly openHttp: OpenTransport<HttpLaunch>
  readonly clock: Clock
}

export class HostedWard {
  readonly #options: HostedWardOptions
  readonly open: OpenTransport<ContainerLaunch>

  constructor(options: HostedWardOptions) {
    const { containers, openHttp, clock } = options
    this.#options = options
    this.open = createContainerOpener({ runContainer: containers.tryOut, openHttp, clock })
  }

  async runtimes() {
    const reports = await this.#options.containers.reports(0)
    return reports.map(({ name, report: { available, missing, version } }) => {
      const there = [version ?? 'is available', ...(isWeaker(name) ? ['isolates less'] : [])].join(', ')
      return {
        name: providerTitles[name],
        text: available ? there : `is missing: ${missing?.reason ?? ''} ${missing?.repair ?? ''}`.trim(),
      }
    })
  }

  choose(launch: ContainerLaunch) {
    return this.#options.containers.choose(launch)
  }

  async bringImage({ image }: ContainerLaunch, runtime: string, signal: AbortSignal): Promise<boolean> {
    let wasFetched = false
    const provider = this.#options.containers.provider(providerName.parse(runtime))
    await provider.bringImage(image, () => (wasFetched = true), signal)
    return wasFetched
  }

  async condition(slug: string) {
    const { containers, registry, store, clock } = this.#options
    const definition = registry.definitions().find((one) => one.slug === slug)
    const row = (await store.list()).find(({ id }) => id === definition?.id)
    if (row === undefined) throw new AppError('NOT_FOUND', `Hosted server ${slug} no longer exists.`)
    const connection = registry.reached(slug)?.connection
    const live = connection?.state.kind === 'ready' ? containers.live(row.id) : null
    const usage = await usageOf(clock, live)
    const { lastCrash, restartCount } = row
    return {
      running:
        live === null
          ? null
          : {
              id: live.container.id,
              upSeconds: Math.max(0, Math.floor((clock.now() - live.container.startedAt) / 1_000)),
              memoryBytes: usage?.memory_bytes ?? null,
              isSilent: connection?.health?.isSilent === true,
              tools: registry.view({ kind: 'server', slug })?.tools ?? [],
            },
      restarts: restartCount,
      lastCrash: lastCrash === null ? null : { at: timeText(lastCrash.at), exitCode: lastCrash.exitCode },
    }
  }
}
