/** An engine under attack, with everything that watches it. A lost engine is replaced by a new one. */
import { Bystanders } from '#bench/attack/bystanders'
import { Target } from '#bench/attack/target'
import { startDeadlineMs } from '#bench/gateways/gateway'
import { type LongestTurn, readLongestTurn } from '#bench/loop/loopProbe'
import { Inspector } from '#bench/machine/inspector'
import type { Workspace } from '#bench/machine/workspace'

export interface Scene {
  readonly target: Target
  readonly bystanders: Bystanders
  readonly inspector: Inspector
  readonly longestTurn: () => Promise<LongestTurn>
}

export async function openScene(workspace: Workspace): Promise<Scene> {
  const target = await Target.start(workspace)
  const { process: engine } = target.started
  const inspector = await Inspector.open(await engine.waitForLine(/listening on (ws:\S+)/, startDeadlineMs))
  const bystanders = new Bystanders()
  await bystanders.open(target)
  return { target, bystanders, inspector, longestTurn: readLongestTurn(engine) }
}

/** Stops everything that watches the engine. The engine itself keeps running. */
export function stopWatching({ inspector, bystanders }: Scene): void {
  inspector.close()
  bystanders.close()
}
