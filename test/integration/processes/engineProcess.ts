/**
 * Runs the parts of an engine's process that these tests need: a keeper, and the servers named on the command line.
 *
 * node engineProcess.ts DATA_FOLDER MARK SERVER_FILE[,ARGUMENT…] …
 *
 * It prints one JSON line, `{"started": [pid, …]}`, when all servers have reported that they are running, and
 * `{"closed": true}` after its stdin has ended and the keeper is closed. Each server's environment contains
 * `TEST_MARK=MARK`. `TEST_NODE` is the Node that runs the servers when a test moves the engine's own Node away.
 * `TEST_REAPER` is a built reaper.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createProcessKeeper } from '#engine/connections/processes/createProcessKeeper'
import { systemClock } from '#engine/clock'
import { reaperFromSource } from '#test/integration/processes/reaperFromSource'
import { recordingLog } from '#test/support/recordingLog'

const { TEST_NODE: serversNode = process.execPath, TEST_REAPER: builtReaper } = process.env
const [dataFolder = '', mark = '', ...servers] = process.argv.slice(2)

const keeper = await createProcessKeeper({
  paths: {
    dataFolder,
    reaper:
      builtReaper === undefined
        ? reaperFromSource
        : { ...reaperFromSource, program: () => readFileSync(builtReaper, 'utf8') },
  },
  clock: systemClock,
  log: recordingLog(),
  makeId: randomUUID,
  environment: process.env,
})

const started = servers.map(async (server) => {
  const args = server.split(',')
  const kept = await keeper.spawn({ label: server, command: serversNode, args, env: { TEST_MARK: mark } })
  kept.stdout.resume()
  // Every server in these tests prints something on stderr once the server and its children are running.
  await once(kept.stderr, 'data')
  kept.stderr.resume()
  return kept.pid
})
process.stdout.write(`${JSON.stringify({ started: await Promise.all(started) })}\n`)

process.stdin.resume()
await once(process.stdin, 'end')
await keeper.close()
process.stdout.write(`${JSON.stringify({ closed: true })}\n`)
