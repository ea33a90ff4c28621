/** The routes of the app itself. */
import { implement } from '@orpc/server'
import { contract } from '#contract/contract'
import type { HostFacts } from '#engine/handlers/hostFacts'

export function appHandlers(host: HostFacts) {
  const os = implement(contract.app)
  return os.router({
    info: os.info.handler(() => ({
      version: host.version,
      host: host.kind,
      dataFolder: host.dataFolder,
      runtime: `Node ${process.versions.node}`,
      endpoint: host.endpoint(),
    })),
    token: os.token.handler(() => ({ token: host.token() })),
  })
}
