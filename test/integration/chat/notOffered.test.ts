/** A model cannot call a tool that was not offered to it, even if it knows the name from elsewhere. */
import { expect, test } from 'vitest'
import type { ToolCallBlock } from '#contract/chat/chat'
import { callForApp } from '#engine/chat/appCalls'
import type { Engine } from '#engine/createEngine'
import { allowAll, ended } from '#test/support/chatRuns'
import { inOrder, say, startMessagesApi, use } from '#test/support/messagesApi'
import { patience } from '#test/support/patience'
import { startTestEngine, testServer } from '#test/support/testEngine'

type Servers = Parameters<typeof startTestEngine>[0]
type Choice = Awaited<ReturnType<Engine['chat']['create']>>['choice']

/** Runs one turn in which a model calls the tools with these names. */
async function turnCalling(servers: Servers, names: readonly string[], choice?: Choice) {
  const uses = names.map((name, index) => use(`t${index}`, name, {}))
  const api = await startMessagesApi(inOrder({ blocks: uses }, { blocks: [say('I see.')] }))
  const engine = await startTestEngine(servers, { environment: api.environment })
  allowAll(engine)
  const { id } = await engine.chat.create({ title: '', model: null })
  if (choice !== undefined) await engine.chat.update(id, { choice })
  await engine.chat.send({ id, parts: [{ kind: 'text', text: 'go' }] })
  const message = (await ended(engine, id)).at(-1)
  const offered = api.seen[0]?.body.tools?.map(({ name }) => name) ?? []
  return {
    engine,
    id,
    offered,
    calls: message?.blocks.filter((block): block is ToolCallBlock => block.kind === 'toolCall'),
  }
}

const unknown = (name: string) => ({ status: 'failed', error: `Unknown tool: ${name}`, callId: null })

test('[R32] [R16] a tool for pages is not offered to the model, which cannot call it, but the page still can', async () => {
  const names = ['bump', 'pages__bump']
  const { engine, id, offered, calls } = await turnCalling({ pages: { launch: testServer('uiApp') } }, names)
  expect(offered).toContain('show_counter')
  expect(offered).not.toContain('bump')
  expect(calls).toMatchObject(names.map(unknown))
  const parts = { views: engine.registry, router: engine.router }
  const conversation = await engine.chat.get(id)
  const result = await callForApp(parts, conversation, { server: 'pages', name: 'bump', arguments: {} }, undefined)
  expect(result).toMatchObject({ structuredContent: { count: expect.any(Number) as number } })
})

// Catches a choice that only removes a tool from the list, so that the model can still call it: it may know the tool's
// name from elsewhere.
test('[R32] [R16] a tool switched off for a conversation is unknown to its model, under any name', async () => {
  const names = ['add', 'echo__add']
  const choice = { serversOff: [], toolsOff: [{ server: 'echo', name: 'add' }] }
  const { offered, calls } = await turnCalling({ echo: { launch: testServer('echo') } }, names, choice)
  expect(offered).toContain('echo')
  expect(offered).not.toContain('add')
  expect(calls).toMatchObject(names.map(unknown))
})

// Catches a refusal before the router, which would leave no record, and a record that belongs to no project.
test('[R16] [R23] a call to a tool unknown to the model is recorded, under its project', async () => {
  const names = ['nowhere', 'echo__echo']
  const choice = { serversOff: ['echo'], toolsOff: [] }
  const { engine, calls } = await turnCalling({ echo: { launch: testServer('echo') } }, names, choice)
  expect(calls).toMatchObject(names.map(unknown))
  const recorded = { status: 'failed', errorCode: 'UNKNOWN_TOOL', server: null, projectId: 'default' }
  await expect
    .poll(async () => (await engine.records.list({ limit: 10 })).calls, patience)
    .toMatchObject(names.toReversed().map((tool) => ({ ...recorded, tool })))
})

// Catches a check that mistakes an offered tool's other name for a different tool.
test('[R32] an offered tool can be called by its full name', async () => {
  const { calls } = await turnCalling({ echo: { launch: testServer('echo') } }, ['echo__structured'])
  expect(calls).toMatchObject([{ status: 'succeeded' }])
})
