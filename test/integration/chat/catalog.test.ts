/** The suggestions for `/` and `@`: prompts and resources of real servers. */
import { expect, test } from 'vitest'
import { createRouterClient } from '@orpc/server'
import { implementContract } from '#engine/handlers'
import { ended } from '#test/support/chatRuns'
import { say, startMessagesApi } from '#test/support/messagesApi'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { testHost } from '#test/support/testHost'

test('[R14] prompts and resources are listed and completed, and a mentioned resource goes to the model', async () => {
  const api = await startMessagesApi(() => ({ blocks: [say('Read.')] }))
  const engine = await startTestEngine({ notes: { launch: testServer('entries') } }, { environment: api.environment })
  const client = createRouterClient(implementContract(engine, testHost()), { context: {} })
  const prompts = await client.catalog.prompts({})
  expect(prompts.length).toBeGreaterThan(0)
  expect(prompts.every(({ server }) => server === 'notes')).toBe(true)
  const resources = await client.catalog.resources({})
  const listed = resources.find(({ isTemplate }) => !isTemplate)
  expect(listed?.uri).toMatch(/^resource:\/\/notes\//)
  expect((await client.catalog.resource({ uri: listed?.uri ?? '' })).contents).toHaveLength(1)
  const [prompt] = prompts
  const { messages } = await client.catalog.prompt({ name: prompt?.name ?? '', arguments: {} })
  expect(messages?.length).toBeGreaterThan(0)
  const { id } = await engine.chat.create({ title: '', model: null })
  await engine.chat.send({ id, parts: [{ kind: 'resource', uri: listed?.uri ?? '' }] })
  await ended(engine, id)
  expect(JSON.stringify(api.seen[0]?.body.messages)).toContain(JSON.stringify(listed?.uri).slice(1, -1))
})
