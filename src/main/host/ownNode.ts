/**
 * The plain Node for programs beside a host: the reaper, and the bridge that clients start. In plain Node it is the
 * running one. The packaged app ships one, because its own program can only be the app. If none is shipped, and during
 * development, an environment variable makes the app's program act as Node. Pure.
 */
import { dirname, join } from 'node:path'

export interface NodeCommand {
  readonly command: string
  readonly env: Readonly<Record<string, string>>
}

export interface BridgeCommand extends NodeCommand {
  readonly args: readonly string[]
}

export interface OwnNode extends NodeCommand {
  /** How other programs start this installation's bridge. The paths are absolute, so that PATH does not matter. */
  readonly bridge: BridgeCommand
}

export interface Runtime {
  readonly executable: string
  readonly platform: NodeJS.Platform
  /** Electron's resources folder; null in plain Node. */
  readonly resources: string | null
  readonly exists: (file: string) => boolean
}

/** `builtModule`: a module that was built beside the command. */
export function findOwnNode({ executable, platform, resources, exists }: Runtime, builtModule: string): OwnNode {
  const built = join(dirname(builtModule), 'cli.js')
  if (resources === null) return ownNode({ command: executable, env: {} }, built)
  const shipped = join(resources, 'node', 'bin', platform === 'win32' ? 'node.exe' : 'node')
  if (!exists(shipped)) return ownNode({ command: executable, env: { ELECTRON_RUN_AS_NODE: '1' } }, built)
  // Plain Node cannot read the archive, so the files it runs are copied beside it.
  return ownNode({ command: shipped, env: {} }, built.replace(/(?<=[/\\])app\.asar(?=[/\\])/, 'app.asar.unpacked'))
}

function ownNode(node: NodeCommand, commandFile: string): OwnNode {
  return { ...node, bridge: { ...node, args: [commandFile] } }
}
