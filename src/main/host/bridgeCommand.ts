/** How other programs start the bridge of this installation: by absolute paths, so that no PATH matters. Pure. */
import { dirname, join } from 'node:path'

export interface BridgeCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** `builtModule`: one that was built beside the command. */
export function bridgeCommand(executable: string, builtModule: string, isElectron: boolean): BridgeCommand {
  return {
    command: executable,
    args: [join(dirname(builtModule), 'cli.js')],
    // The app's own program is a plain Node with it.
    env: isElectron ? { ELECTRON_RUN_AS_NODE: '1' } : {},
  }
}
