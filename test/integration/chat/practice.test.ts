/** The practice model on the whole path: a real engine with a real server, without an account. */
import { expect, test } from 'vitest'
import type { Block, ToolCallBlock } from '#contract/chat/chat'
import { allowAll, ended, startConversation } from '#test/support/chatRuns'
import { startTestEngine, testServer } from '#test/support/testEngine'

function callsIn(blocks: readonly Block[]): ToolCallBlock[] {
  return blocks.filter((block) => block.kind === 'toolCall')
}

test('[R32] without an account, plain words call a tool of a real server, and the result comes back', async () => {
  const engine = await startTestEngine({ echo: { launch: testServer('echo'), trusted: true } })
  allowAll(engine)
  const id = await startConversation(engine, 'use echo to say "hi there"')
  const [, turn] = await ended(engine, id)
  expect(callsIn(turn!.blocks)).toMatchObject([
    {
      publicName: 'echo',
      server: 'echo',
      status: 'succeeded',
      result: { content: [{ type: 'text', text: 'hi there' }] },
    },
  ])
  expect(turn!.blocks.at(-1)).toMatchObject({ kind: 'text', text: expect.stringContaining('hi there') as string })
  expect(turn!.status).toBe('complete')
})
