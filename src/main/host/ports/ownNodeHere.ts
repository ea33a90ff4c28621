/** Finds the plain Node for the programs beside this process, from what this process knows about itself. */
import { existsSync } from 'node:fs'
import { findOwnNode, type OwnNode } from '#main/host/ownNode'

export function ownNodeHere(builtModule: string): OwnNode {
  const { execPath: executable, platform, versions } = process
  // Only Electron has `resourcesPath`, and Node's types do not know it.
  const { resourcesPath = null } = process as { resourcesPath?: string }
  const resources = versions['electron'] === undefined ? null : resourcesPath
  return findOwnNode({ executable, platform, resources, exists: existsSync }, builtModule)
}
