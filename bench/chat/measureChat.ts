/** Measures an engine's chat between an endpoint and a server that are separate processes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { type ChatFigures, type ChatPhase, chatPhaseNames } from '#bench/chat/chatPhases'
import type { Workspace } from '#bench/machine/workspace'
import { notUsed } from '#scripts/notUsed'

const deadlineMs = 180_000
const repository = join(import.meta.dirname, '..', '..')
const builtFolder = join(repository, 'out', 'bench')

export async function measureChat(workspace: Workspace): Promise<ChatFigures> {
  const script = await builtChatProcess()
  const taken: object[] = []
  for (const phase of chatPhaseNames) taken.push(await measurePhase(script, phase, workspace))
  return Object.assign({}, ...taken) as ChatFigures
}

/**
 * Bundles the process like the shipped engine, because from its sources the engine would load each package file by
 * file.
 */
async function builtChatProcess(): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [notUsed],
    ssr: { noExternal: true, external: notBundled() },
    build: {
      outDir: builtFolder,
      target: 'node22',
      ssr: fileURLToPath(import.meta.resolve('#bench/chat/chatProcess')),
      rollupOptions: { output: { entryFileNames: 'chatProcess.mjs' } },
    },
  })
  return join(builtFolder, 'chatProcess.mjs')
}

function notBundled(): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  return Object.keys(dependencies)
}

async function measurePhase(script: string, phase: ChatPhase, workspace: Workspace): Promise<object> {
  const running = workspace.start({ args: ['--expose-gc', script, phase], folder: await workspace.makeFolder() })
  try {
    return JSON.parse(await running.waitForLine(/^\{"figures":(.*)\}$/, deadlineMs)) as object
  } finally {
    await running.end()
  }
}
