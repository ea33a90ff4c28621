import { expect, it } from 'vitest'
import { openWorld } from '#test/integration/scenarios/world'
import { allowAll, ended, startConversation } from '#test/support/chatRuns'
import { inOrder, say, startMessagesApi, use } from '#test/support/messagesApi'
import { testServer } from '#test/support/testEngine'

/** Switches off all of a server's tools except these. */
async function narrow(engine: Awaited<ReturnType<typeof openWorld>>['engine'], slug: string, names: readonly string[]) {
  const all = engine.registry.tools(slug).map(({ name }) => name)
  const others = all.filter((name) => !names.includes(name))
  await engine.servers.setToolsEnabled(slug, others, false)
}

it('[R10] [R16] [R32] the model is offered the tools of all servers and calls one: its own server answers', async () => {
  const api = await startMessagesApi(
    inOrder(
      { blocks: [use('t1', 'create_recipe', { title: 'Soup' }), use('t2', 'fetch', {})] },
      { blocks: [say('Done.')] },
    ),
  )
  const { engine } = await openWorld(
    { recipes: { launch: testServer('echo') }, fetch: { launch: testServer('dual') } },
    { environment: api.environment },
  )
  allowAll(engine)
  await engine.registry.use({ kind: 'all' })
  const recipes = ['create_recipe', 'list_recipes', 'get_recipe', 'update_recipe', 'delete_recipe']
  for (const [slug, names] of [
    ['recipes', recipes],
    ['fetch', ['fetch']],
  ] as const) {
    const caller = { key: 'test', capabilities: {}, ask: null }
    const params = { name: 'set_tools', arguments: { names } }
    const changed = new Promise<void>((resolve) => {
      const stop = engine.registry.onViewsChanged(() => {
        if (engine.registry.tools(slug).length !== names.length + 1) return
        stop()
        resolve()
      })
    })
    await engine.router.callTool({ kind: 'server', slug }, { params, caller })
    await changed
    await narrow(engine, slug, names)
  }

  const id = await startConversation(engine, 'Write down a soup.')
  const messages = await ended(engine, id)
  const offered = api.seen[0]?.body.tools?.map(({ name }) => name) ?? []
  expect(offered).toEqual(expect.arrayContaining([...recipes, 'fetch', 'display_recipe']))
  const owners = new Set(['recipes', 'fetch'])
  const listed = engine.registry
    .view({ kind: 'project', projectId: 'default' })
    ?.tools.map(({ name, _meta }) => [name, (_meta as Record<string, string>)['switchboard/server']])
  expect(new Set(listed?.map(([, server]) => server))).toEqual(owners)
  expect(listed).toHaveLength(6)
  const calls = messages.at(-1)?.blocks.filter((block) => block.kind === 'toolCall') ?? []
  expect(calls.map(({ toolName, server, status }) => [toolName, server, status])).toEqual([
    ['create_recipe', 'recipes', 'succeeded'],
    ['fetch', 'fetch', 'succeeded'],
  ])
  const results = api.seen[1]?.body.messages.at(-1)?.content ?? []
  expect(results).toMatchObject([
    { tool_use_id: 't1', content: [{ text: 'create_recipe' }] },
    { tool_use_id: 't2', content: [{ text: 'fetch' }] },
  ])
})
