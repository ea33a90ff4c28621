/** `npm run fuzz -- --seconds 60 --seed 7`: the fuzz test of the endpoint, for longer, or as it was. */
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { seconds: { type: 'string' }, seed: { type: 'string' } } })
const env = {
  ...process.env,
  FUZZ_SECONDS: values.seconds ?? '60',
  FUZZ_SEED: values.seed ?? String(Math.floor(Math.random() * 1e9)),
}
const args = ['vitest', 'run', '--project', 'integration', 'test/integration/gateway/fuzz']
spawn('npx', args, { stdio: 'inherit', env }).once('exit', (code) => process.exit(code ?? 1))
