/**
 * `npm run soak -- [--seconds N] [--seed N] [--command FILE]` prints the figures. The exit code is 1 if anything
 * forbidden happened.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runSoak } from '#test/soak/soak'
import { buildTestServers } from '#test/support/parts/buildTestServers'

const option = { type: 'string' } as const
const { values } = parseArgs({ options: { seconds: option, seed: option, command: option } })
await buildTestServers()
const folder = await mkdtemp(join(tmpdir(), 'sb-'))
try {
  const figures = await runSoak({
    seconds: Number(values.seconds ?? 60),
    seed: Number(values.seed ?? Math.floor(Math.random() * 2 ** 31)),
    folder,
    print: console.log,
    command: values.command,
  })
  console.log(JSON.stringify(figures, null, 2))
  process.exitCode = figures.violations.length > 0 ? 1 : 0
} finally {
  await rm(folder, { recursive: true, force: true })
}
