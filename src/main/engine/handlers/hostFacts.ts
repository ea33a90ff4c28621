/** What the routes report about the host that serves them. */
import type { Engine } from '#engine/createEngine'

export interface HostFacts {
  readonly kind: 'desktop' | 'headless'
  readonly version: string
  readonly dataFolder: string
  readonly endpoint: () => { readonly url: string } | null
  readonly token: () => string
  /** Makes a single-use address, valid for a short time, that signs a browser in. Null if no page is served. */
  readonly signInAddress: () => string | null
  /**
   * Makes a single-use address, valid for a short time, for downloading a volume's backup. Null while no port is open.
   */
  readonly backupAddress: (volume: string) => string | null
  /** How other programs start this installation's bridge. */
  readonly bridge: {
    readonly command: string
    readonly args: readonly string[]
    readonly env: Readonly<Record<string, string>>
  }
}

/** The facts by which another client's entry is recognised as known, or as Switchboard's own. */
export function knownOf(registry: Engine['registry'], host: HostFacts) {
  return {
    launches: registry.rows().map(({ launch }) => launch),
    endpoint: host.endpoint()?.url ?? null,
    bridge: { ...host.bridge, dataFolder: host.dataFolder },
  }
}
