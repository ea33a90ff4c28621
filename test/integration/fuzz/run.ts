/**
 * Runs the fuzz tests of the doors for longer, or with an earlier seed: `npm run fuzz -- --door http --seconds 60
 * --seed 7`.
 */
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'

const doors = ['http', 'control', 'stdio', 'page']
const option = { type: 'string' } as const
const { values } = parseArgs({ options: { door: option, seconds: option, seed: option } })
const { door } = values
if (door !== undefined && !doors.includes(door)) {
  console.error(`There is no door ${door}: choose one of ${doors.join(', ')}, or none for all.`)
  process.exit(2)
}
const env = {
  ...process.env,
  FUZZ_SECONDS: values.seconds ?? '60',
  FUZZ_SEED: values.seed ?? String(Math.floor(Math.random() * 1e9)),
}
// The files run one after the other, so that each has the machine to itself.
const files = (door === undefined ? doors : [door]).map((name) => `test/integration/fuzz/${name}.test.ts`)
const args = ['vitest', 'run', '--project', 'integration', '--no-file-parallelism', ...files]
spawn('npx', args, { stdio: 'inherit', env }).once('exit', (code) => process.exit(code ?? 1))
