/** What the routes report about the host that serves them. */
import type { Engine } from '#engine/createEngine'

export interface HostFacts {
  readonly kind: 'desktop' | 'headless'
  readonly version: string
  readonly dataFolder: string
  readonly endpoint: () => { readonly url: string } | null
  readonly token: () => string
  /** Makes a new one-time address, valid for a short time, that signs a browser in; null if no page is served. */
  readonly signInAddress: () => string | null
  /**
   * Makes a new one-time address, valid for a short time, for downloading the backup of a volume; null while no port is
   * open.
   */
  readonly backupAddress: (volume: string) => string | null
  /** How other programs start the bridge of this installation. */
  readonly bridge: {
    readonly command: string
    readonly args: readonly string[]
    readonly env: Readonly<Record<string, string>>
  }
}

/** How an entry of another client is recognised as known, or as our own. */
export function knownOf(registry: Engine['registry'], host: HostFacts) {
  return {
    launches: registry.rows().map(({ launch }) => launch),
    endpoint: host.endpoint()?.url ?? null,
    bridge: { ...host.bridge, dataFolder: host.dataFolder },
  }
}
