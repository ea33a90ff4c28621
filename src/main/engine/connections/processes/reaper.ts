/**
 * Entry point of the reaper: `node -e TEXT LEDGER`. TEXT is this file in built form, because the file itself may be
 * gone. The reaper waits on a pipe that the system closes however the engine dies. It then outlives the engine by the
 * seconds it takes to end what the engine started. Uses only Node's own modules.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { endRun, isEngineAlive, readLedger } from '#engine/connections/processes/ledger/endRun'
import { ledgerEnding } from '#engine/connections/processes/ledger/ledger'
import { farewell } from '#engine/connections/processes/farewell'
import { createProcessSystem } from '#engine/connections/processes/platforms/createProcessSystem'

/** How long servers may take to exit by themselves after their stdin was closed. */
const graceMs = 300
const terminateGraceMs = 700
const killLimitMs = 60_000
/** How long a dying engine may still be listed after its pipe was closed. */
const dyingLimitMs = 3000
const pollMs = 20

async function reap(file: string): Promise<void> {
  const system = createProcessSystem()
  for (let waitedMs = 0; await isEngineAlive(readLedger(file)?.header, system); waitedMs += pollMs) {
    // The engine is alive and closed the pipe itself, so its servers still belong to it.
    if (waitedMs >= dyingLimitMs) return
    await sleep(pollMs)
  }
  await endRun(file, { system, sleep, ask: { graceMs }, terminateGraceMs, killLimitMs, fresh: true })
}

process.title = 'switchboard-reaper'
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})

const ledgerFile = process.argv.at(-1)
if (ledgerFile?.endsWith(ledgerEnding) !== true) {
  process.exitCode = 2
} else {
  let said = ''
  process.stdin.setEncoding('utf8')
  process.stdin.on('data', (text: string) => (said += text))
  process.stdin.on('error', () => {})
  process.stdin.on('close', () => {
    if (said !== farewell) void reap(ledgerFile)
  })
}
