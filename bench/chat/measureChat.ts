/** The chat of an engine between an endpoint and a server that are processes of their own. */
import { fileURLToPath } from 'node:url'
import { type ChatFigures, type ChatPhase, chatPhaseNames } from '#bench/chat/chatPhases'
import type { Workspace } from '#bench/machine/workspace'

const deadlineMs = 180_000

export async function measureChat(workspace: Workspace): Promise<ChatFigures> {
  const taken: object[] = []
  for (const phase of chatPhaseNames) taken.push(await measurePhase(phase, workspace))
  return Object.assign({}, ...taken) as ChatFigures
}

async function measurePhase(phase: ChatPhase, workspace: Workspace): Promise<object> {
  const script = fileURLToPath(import.meta.resolve('#bench/chat/chatProcess'))
  const running = workspace.start({ args: ['--expose-gc', script, phase], folder: await workspace.makeFolder() })
  try {
    return JSON.parse(await running.waitForLine(/^\{"figures":(.*)\}$/, deadlineMs)) as object
  } finally {
    await running.end()
  }
}
