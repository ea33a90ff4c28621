import { expect, test } from 'vitest'
import type { AccessClient } from '#contract/clients/access'
import { makePlace, testServer, token as ownerToken } from '#test/integration/cli/switchboard'
import { modernRequest } from '#test/support/mcpClients'

interface Made {
  readonly id: string
  readonly client: string
  readonly token: string
}

// Catches a printed token that can be read later, a token that does not work, and a token that still works after it was
// revoked.
test('a token is created, opens the endpoint and nothing else, is listed without its value, and is revoked', async () => {
  const { serve, run } = await makePlace()
  const { ready } = await serve()
  await run('add', 'echo', '--', ...testServer('echo'))
  const created = await run('token', 'create', '--client', 'Cursor')
  expect([created.code, created.stdout]).toEqual([0, expect.stringMatching(/^swb_[\w-]{43}\n$/)])
  const token = created.stdout.trim()
  const ask = async (path: string) => {
    const { headers, ...request } = modernRequest(1, 'tools/list')
    const answer = await fetch(`${ready.url}${path}`, {
      ...request,
      headers: { ...(headers as Record<string, string>), authorization: `Bearer ${token}` },
    })
    return answer.status
  }
  expect(await ask('/mcp')).toBe(200)
  expect(await ask('/api/v1/tools/call')).toBe(401)
  const listed = await run('token', 'list', '--json')
  const clients = JSON.parse(listed.stdout) as AccessClient[]
  expect(clients).toMatchObject([{ name: 'Cursor', kind: 'cursor', tokens: [{ id: expect.any(String) }] }])
  const table = await run('token', 'list')
  for (const text of [listed.stdout, table.stdout, table.stderr]) expect(text).not.toContain(token)
  expect((await run('token', 'revoke', clients[0]?.tokens[0]?.id ?? '')).code).toBe(0)
  expect(await ask('/mcp')).toBe(401)
  expect((await run('token', 'revoke', 'nobody')).code).toBe(1)
  expect((await run('token', 'create')).code).toBe(2)
  const other = await fetch(`${ready.url}/api/v1/access/clients`, {
    headers: { authorization: `Bearer ${ownerToken}` },
  })
  expect(await other.json()).toMatchObject([{ name: 'Cursor', tokens: [] }])
})

// Catches a second token that silently sees more, or less, than its client may.
test('an existing client gets one more token, and stays bound to its project', async () => {
  const { run } = await makePlace()
  const make = (...words: string[]) => run('token', 'create', '--json', '--client', 'script', ...words)
  const first = JSON.parse((await make('--project', 'Default')).stdout) as Made
  const second = JSON.parse((await make()).stdout) as Made
  expect(second.token).not.toBe(first.token)
  expect((await make('--project', 'default')).code).toBe(0)
  const [client] = JSON.parse((await run('token', 'list', '--json')).stdout) as AccessClient[]
  expect([client?.projectId, client?.tokens.length]).toEqual(['default', 3])
  const free = await run('token', 'create', '--json', '--client', 'free')
  expect(free.code).toBe(0)
  const bound = await run('token', 'create', '--client', 'free', '--project', 'Default')
  expect([bound.code, bound.stderr]).toEqual([1, expect.stringContaining('not bound to Default')])
  expect((await run('token', 'create', '--client', 'lost', '--project', 'nowhere')).code).toBe(1)
})
