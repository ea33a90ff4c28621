/** Starts an engine with a server whose tool changes. A test can add a person who answers. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { AnswerInput, ApprovalBody, Question } from '#contract/question'
import { answer as answerSchema } from '#contract/question'
import type { NewServerInput } from '#contract/servers/server'
import type { Engine } from '#engine/createEngine'
import type { Ports } from '#engine/ports'
import type { Scope } from '#engine/registry/catalog/scope'
import type { Caller, ToolCall } from '#engine/router/call'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { patience } from '#test/support/patience'

const all: Scope = { kind: 'all' }

export const chat: Caller = {
  key: 'chat c1',
  capabilities: {},
  ask: null,
  approval: 'notReadOnly',
  conversationId: 'c1',
  identity: { kind: 'chat', name: 'Switchboard', version: null, hasSession: true },
}
export const otherChat: Caller = { ...chat, key: 'chat c2', conversationId: 'c2' }
/** A client whose calls need approval. */
export const client: Caller = {
  key: 'client',
  capabilities: {},
  ask: null,
  approval: 'notReadOnly',
  identity: { kind: 'client', name: 'Cursor', version: '1', hasSession: true },
}
export const unasked: Caller = { key: 'script', capabilities: {}, ask: null }

export interface Asking {
  readonly engine: Engine
  readonly call: (tool: string, caller: Caller, more?: Partial<ToolCall>) => Promise<Record<string, unknown>>
  /** Resolves with the first open question, as soon as there is one. */
  readonly question: () => Promise<Question & { readonly body: ApprovalBody }>
  readonly answer: (given: AnswerInput) => Promise<void>
  /** Changes the server's description of `write`. The change takes effect at the server's next start. */
  readonly setWords: (words: string) => Promise<void>
  readonly restart: () => Promise<void>
}

export async function startAsking(
  more: Partial<NewServerInput> = {},
  overrides: Partial<Ports> & { readonly dataFolder?: string } = {},
): Promise<Asking> {
  const words = join(await temporaryFolder(), 'words')
  await writeFile(words, 'Writes a file.')
  const engine = await startTestEngine(
    { files: { launch: testServer('changing', '--words', words), ...more } },
    overrides,
  )
  await engine.registry.use(all)
  return asking(engine, words)
}

export function asking(engine: Engine, words: string): Asking {
  const question = () =>
    vi.waitFor(() => {
      const [first] = engine.questions.list()
      if (first?.body.kind !== 'approval') throw new Error('no question was asked')
      return { ...first, body: first.body }
    }, patience)
  return {
    engine,
    call: (tool, caller, call = {}) =>
      engine.router.callTool(all, {
        params: { name: tool, arguments: { path: '/a', text: 'x' } },
        caller,
        ...call,
      }),
    question,
    answer: async (given) => {
      const { id } = await question()
      engine.questions.answer(id, answerSchema.parse(given))
    },
    setWords: (text) => writeFile(words, text),
    async restart() {
      await engine.registry.connection('files').restart()
      await engine.registry.connection('files').settled()
    },
  }
}

/** Returns the arguments that `write` received, as its answer repeats them. */
export function written(result: Record<string, unknown>): unknown {
  const [first] = result['content'] as { text: string }[]
  return JSON.parse(first?.text ?? '')
}
