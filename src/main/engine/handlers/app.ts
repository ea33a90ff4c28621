/** The routes about the engine itself. */
import { existsSync } from 'node:fs'
import { implement } from '@orpc/server'
import { contract } from '#contract/contract'
import type { HostFacts } from '#engine/handlers/hostFacts'
import { setAsideFolder } from '#engine/store/setAside'

export function appHandlers(host: HostFacts) {
  const os = implement(contract.app)
  return os.router({
    info: os.info.handler(() => ({
      version: host.version,
      host: host.kind,
      dataFolder: host.dataFolder,
      setAside: foundFolder(setAsideFolder(host.dataFolder)),
      runtime: `Node ${process.versions.node}`,
      endpoint: host.endpoint(),
    })),
    signInAddress: os.signInAddress.handler(() => ({ url: host.signInAddress() })),
    token: os.token.handler(() => ({ token: host.token() })),
  })
}

function foundFolder(path: string): string | null {
  return existsSync(path) ? path : null
}
