#!/usr/bin/env node
/** Node entry: the `switchboard` command. It must never have Electron in its module graph. */
import { existsSync, readFileSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { exitCodes } from '#main/cli/failure'
import { listenForInterruption } from '#main/cli/interruption'
import { loadAsKept } from '#main/cli/keptCode'
import { runCommand } from '#main/cli/runCommand'
import { processTerminal } from '#main/cli/terminal'
import type { StartHost } from '#main/host/host'
import { keepTickShapes } from '#main/host/keptTicks'
import { servingFlags, startingMs, usualFlags } from '#main/host/v8Flags'

keepTickShapes()

const beside = (path: string) => join(import.meta.dirname, path)
// The code is compiled once after installation, not at every start. A user who may write to this folder may also change
// the code itself; other users, and Node 20, do without the cache.
const compiledFolder = beside('.compiled')
if ('enableCompileCache' in module) module.enableCompileCache(compiledFolder)
/** The shortest run whose compiled code is kept. A shorter one has used too little of the code. */
const minUsedMs = 1_000
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
    loadHost,
  },
}

/**
 * Loads the host. Once the first engine after an installation has started, the code that was compiled for it is kept
 * for later engines.
 */
async function loadHost(): Promise<StartHost> {
  const keepCode = loadAsKept({ codeFolder: beside('chunks'), keptFolder: compiledFolder })
  const { startHost } = await import('#main/host/startHost')
  return async (options) => {
    const host = await startHost(options)
    const startedAt = performance.now()
    const keep = () => underUsualFlags(keepCode)
    setTimeout(keep, startingMs).unref()
    const close = async () => {
      await host.close()
      if (performance.now() - startedAt >= minUsedMs) keep()
    }
    return { ...host, close }
  }
}

/** V8 accepts compiled code only with the flags that it was compiled with. */
function underUsualFlags(work: () => void): void {
  const { v8 } = process.versions
  for (const flag of usualFlags(v8)) setFlagsFromString(flag)
  work()
  for (const flag of servingFlags(v8)) setFlagsFromString(flag)
}

async function run(): Promise<void> {
  process.exitCode = await runCommand(context, process.argv.slice(2))
  context.interruption.stopListening()
}

// A stream reports a failed write only after the command is done.
process.once('exit', (code) => {
  const lost = context.terminal.lostResults
  if (lost === null) return
  context.terminal.note(`error: could not write the output: ${lost.message}\n`)
  if (code === exitCodes.done) process.exitCode = exitCodes.failed
})
void run()
