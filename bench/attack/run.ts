/**
 * Attacks the built engine from outside: `npm run attack -- [--seconds 90] [--only NAME,…]`. Prints what each attack
 * cost. The exit code is 1 if a limit was broken; missed goals are only printed. Linux only, because it reads /proc.
 */
import { parseArgs } from 'node:util'
import { chosenOf } from '#bench/chosen'
import { attacks } from '#bench/attack/attacks'
import { endEngine } from '#bench/attack/farewell'
import { playAttack, type Played } from '#bench/attack/playAttack'
import { report } from '#bench/attack/report'
import { openScene, stopWatching } from '#bench/attack/scene'
import { Workspace } from '#bench/machine/workspace'

const usualSeconds = 90
const times = 3
/**
 * The maximum length of a run. When the time given by `--seconds` is up, the remaining attacks are played only once, so
 * a longer run is a fault in the engine.
 */
const maxRunMs = 5 * 60_000

const option = { type: 'string' } as const
const { values } = parseArgs({ options: { seconds: option, only: option } })
const startedAt = performance.now()
const endsAt = startedAt + Number(values.seconds ?? usualSeconds) * 1000
const isChosen = chosenOf(
  values.only,
  attacks.map(({ name }) => name),
)
const chosen = attacks.filter(({ name }) => isChosen(name))

const workspace = await Workspace.open()
const stop = (why: string): void => {
  process.stderr.write(`${why}\n`)
  void workspace.close().finally(() => process.exit(1))
}
const limit = setTimeout(() => stop('FAILED The run took too long: the engine no longer answers.'), maxRunMs)
process.once('uncaughtException', (thrown) => stop(String(thrown)))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(`Ended by ${signal}.`))

try {
  const played: Played[] = []
  const secretsOut: string[] = []
  let scene = await openScene(workspace)
  for (const attack of chosen) {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    process.stderr.write(`${seconds} s: ${attack.name}\n`)
    const one = await playAttack(attack, scene, attack.once !== true && performance.now() < endsAt ? times : 1)
    played.push(one)
    if (one.lost === null) continue
    secretsOut.push(...scene.target.secretsOut())
    stopWatching(scene)
    await scene.target.started.process.end()
    scene = await openScene(workspace)
  }
  stopWatching(scene)
  const farewell = await endEngine(scene.target)
  secretsOut.push(...scene.target.secretsOut())
  const { text, failed } = report({ played, secretsOut, farewell })
  process.stdout.write(`${text}\n`)
  if (failed) process.exitCode = 1
} finally {
  clearTimeout(limit)
  await workspace.close()
}
// An abandoned attack would keep the process alive.
process.exit()
