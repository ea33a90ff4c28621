/** If only one project has servers, its rules apply at every door when no project is named. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makePlace, testServer, type Place } from '#test/integration/cli/switchboard'
import { connectV1, modernRequest, type Json } from '#test/support/mcpClients'

const publicName = 'echo_of_echo'

function writeFile({ folder }: Place, name = 'o.json'): string {
  const [command, ...args] = testServer('echo')
  const file = join(folder, name)
  const settings = { naming: 'prefix-always', prefix: '{tool}_of_{server}', instructions: 'Speak Latin.' }
  writeFileSync(file, JSON.stringify({ mcpServers: { echo: { command, args } }, switchboard: settings }))
  return file
}

const namesOf = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name)

async function servedPlace() {
  const place = await makePlace()
  const { ready } = await place.serve('--no-ui', '--config', writeFile(place))
  const headers = { authorization: `Bearer ${ready.token}` }
  const rest = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const json = { 'content-type': 'application/json', ...headers }
    const given = body === undefined ? {} : { body: JSON.stringify(body) }
    return (await (await fetch(`${ready.url}/api/v1${path}`, { method, headers: json, ...given })).json()) as T
  }
  const modern = async (path: string, method: string, params: Json = {}, more: Record<string, string> = {}) => {
    const request = modernRequest(1, method, params)
    const answer = await fetch(ready.url + path, {
      ...request,
      headers: { ...(request.headers as Record<string, string>), ...headers, ...more },
    })
    return (await answer.json()) as { result: { tools: { name: string }[] } }
  }
  const project = (await rest<{ id: string; file: string | null }[]>('GET', '/projects')).find(({ file }) => file)
  return { ...place, url: ready.url, headers, rest, modern, project }
}

test('[R10] `tools`, `call` and `chat` with a file follow the settings of the file', async () => {
  const place = await makePlace()
  const file = writeFile(place)
  const listed = await place.run('tools', '--config', file, '--json')
  expect(namesOf(JSON.parse(listed.stdout) as { name: string }[])).toContain(publicName)
  expect(await place.run('call', publicName, '{"text":"hi"}', '--config', file)).toMatchObject({ stdout: 'hi\n' })
  const { stderr } = await place.run('chat', 'use echo to say "hey"', '--yes', '--config', file)
  expect(stderr).toContain('✓ echo / ')
})

test('[R10] [R13] every address of `serve` has the same names, under every name of the project', async () => {
  const { url, headers, modern } = await servedPlace()
  for (const path of ['/mcp', '/mcp/p/o', '/mcp/p/o.json']) {
    expect(namesOf((await modern(path, 'tools/list')).result.tools)).toContain(publicName)
    const client = await connectV1(url + path, {}, headers)
    onTestFinished(() => client.close())
    expect(namesOf((await client.listTools()).tools)).toContain(publicName)
  }
  for (const name of ['o', 'o.json']) {
    const inHeader = await modern('/mcp', 'tools/list', {}, { 'x-switchboard-project': name })
    expect(namesOf(inHeader.result.tools)).toContain(publicName)
  }
})

test('[R32] requests from the page and from scripts that name no project use the main project', async () => {
  const { rest, project, start } = await servedPlace()
  expect(project).toMatchObject({ name: 'o' })
  expect(namesOf(await rest('GET', '/tools/listed'))).toContain(publicName)
  expect(await rest('POST', '/chat/conversations', {})).toMatchObject({ projectId: project?.id })
  const exported = await rest<{ text: string }>('GET', '/clients/switchboard/export')
  expect(exported.text).toContain('"echo"')
  const bridge = start(['stdio', '--project', 'o'])
  const answer = new Promise<string>((resolve) => bridge.stdout.once('data', (chunk) => resolve(String(chunk))))
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
  bridge.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
  expect(JSON.parse(await answer)).toMatchObject({ id: 1, result: { serverInfo: { name: 'switchboard' } } })
})

test('next to another project with servers, a project keeps its rules at its own address, and the default project’s rules apply at the common address', async () => {
  const { rest, modern, project } = await servedPlace()
  const [command = '', ...args] = testServer('changing')
  await rest('POST', '/servers', { name: 'mine', launch: { transport: 'stdio', command, args } })
  const all = namesOf((await modern('/mcp', 'tools/list')).result.tools)
  expect(all).toContain('echo')
  expect(all).not.toContain(publicName)
  expect(namesOf((await modern('/mcp/p/o', 'tools/list')).result.tools)).toContain(publicName)
  expect(await rest('POST', '/chat/conversations', {})).toMatchObject({ projectId: 'default' })
  const refused = { name: 'x', projectId: project?.id, launch: { transport: 'stdio', command: 'x' } }
  expect(await rest('POST', '/servers', refused)).toMatchObject({ code: 'CONFLICT' })
})
