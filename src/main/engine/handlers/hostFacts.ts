/** What the routes say of the host they are served by. */
import type { Engine } from '#engine/createEngine'

export interface HostFacts {
  readonly kind: 'desktop' | 'headless'
  readonly version: string
  readonly dataFolder: string
  readonly endpoint: () => { readonly url: string } | null
  readonly token: () => string
  /** Makes a new address that signs a browser in, once and soon; null where no page is served. */
  readonly signInAddress: () => string | null
  /** Makes a new address at which a browser gets the backup of a volume, once and soon; null while no port is open. */
  readonly backupAddress: (volume: string) => string | null
  /** How other programs start the bridge of this installation. */
  readonly bridge: {
    readonly command: string
    readonly args: readonly string[]
    readonly env: Readonly<Record<string, string>>
  }
}

/** By what an entry of another client is recognised as known already, or as our own. */
export function knownOf(registry: Engine['registry'], host: HostFacts) {
  return {
    launches: registry.rows().map(({ launch }) => launch),
    endpoint: host.endpoint()?.url ?? null,
    bridge: { ...host.bridge, dataFolder: host.dataFolder },
  }
}
