#!/usr/bin/env node
/** Node entry: the `switchboard` command. It must never have Electron in its module graph. */
import { existsSync, readFileSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { exitCodes } from '#main/cli/failure'
import { listenForInterruption } from '#main/cli/interruption'
import { runCommand } from '#main/cli/runCommand'
import { processTerminal } from '#main/cli/terminal'

const beside = (path: string) => join(import.meta.dirname, path)
// Compiled once after it was installed, not at every start. Whoever may write there may change the code itself, too; who
// may not, and Node 20, go without.
if ('enableCompileCache' in module) module.enableCompileCache(beside('.compiled'))
const { version } = JSON.parse(readFileSync(beside('../../package.json'), 'utf8')) as { version: string }
const pageFolder = beside('../renderer')

const context = {
  terminal: processTerminal(),
  interruption: listenForInterruption(process, () => performance.now()),
  installation: {
    version,
    pageFolder: existsSync(pageFolder) ? pageFolder : null,
    reaperModule: beside('reaper.js'),
    commandFile: import.meta.filename,
    loadHost: async () => (await import('#main/host/startHost')).startHost,
  },
}
async function run(): Promise<void> {
  process.exitCode = await runCommand(context, process.argv.slice(2))
  context.interruption.stopListening()
}

// A stream tells that it could not be written after the command is through.
process.once('exit', (code) => {
  const lost = context.terminal.lostResults
  if (lost === null) return
  context.terminal.note(`error: the output could not be written: ${lost.message}\n`)
  if (code === exitCodes.done) process.exitCode = exitCodes.failed
})
void run()
