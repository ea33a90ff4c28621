/** Every word for a transport, under either key, in every format in which servers are given. */
import { describe, expect, it } from 'vitest'
import { newServerRequest, serverChange } from '#contract/servers/server'
import { transportNamed, transports } from '#contract/servers/transports'
import { readPasted } from '#contract/pasted/readPasted'
import { readManifest } from '#engine/products/manifest'
import { fileProblems, readConfigFile } from '#engine/config/configFile'

const words = Object.entries(transports).flatMap(([transport, { words: all }]) =>
  all.map((word) => ({ word, transport })),
)
const launchOf = (transport: string) =>
  transport === 'stdio' ? { command: 'x', args: [] } : { url: 'https://example.com/mcp' }

const asManifest = (server: object) =>
  readManifest(JSON.stringify({ id: 'p', name: 'P', version: '1', mcp: { servers: { one: server } } }))

describe.each(words)('$word means $transport', ({ word, transport }) => {
  it.each(['type', 'transport'])('in the %s of a file or a manifest', (key) => {
    const server = { ...launchOf(transport), [key]: word }
    for (const wrapped of ['mcpServers', 'servers']) {
      const { entries, problems } = readConfigFile(JSON.stringify({ [wrapped]: { one: server } }))
      expect([entries[0]?.server?.launch.transport, problems]).toEqual([transport, []])
    }
    const [pasted] = readPasted(JSON.stringify({ mcpServers: { one: server } }), JSON.parse).servers
    expect(pasted?.launch.transport).toBe(transport)
    const { servers, problems, warnings } = asManifest(server)
    expect([servers[0]?.server?.launch.transport, problems, warnings]).toEqual([transport, [], []])
    const yaml = `id: p\nname: P\nversion: 1\nmcp:\n  servers:\n    one: ${JSON.stringify(server)}`
    expect(readManifest(yaml).servers[0]?.server?.launch.transport).toBe(transport)
  })

  it('in a request', () => {
    const launch = { ...launchOf(transport), transport: word }
    expect(newServerRequest.parse({ name: 'one', launch }).launch.transport).toBe(transport)
    expect(serverChange.parse({ launch }).launch?.transport).toBe(transport)
  })

  it('in any case', () => {
    expect([transportNamed(word.toUpperCase()), transportNamed(` ${word}`)]).toEqual([transport, transport])
  })
})

describe('unknown input is reported', () => {
  it.each(['constructor', '__proto__', 'toString', 'ws', 'carrier-pigeon', 5])('the transport %s', (word) => {
    const remote = { mcpServers: { one: { url: 'https://example.com', transport: word } } }
    expect(readConfigFile(JSON.stringify(remote))).toMatchObject({
      entries: [{ server: null }],
      problems: [{ path: 'mcpServers.one.transport', severity: 'error' }],
    })
    if (typeof word === 'string') expect(transportNamed(word)).toBeNull()
  })

  it('two different words', () => {
    const server = { url: 'https://example.com', type: 'http', transport: 'sse' }
    expect(asManifest(server).problems).toEqual(['mcp.servers.one.transport: contradicts "type"'])
    const same = { url: 'https://example.com', type: 'sse', transport: 'http+sse' }
    expect(asManifest(same).servers[0]?.server?.launch.transport).toBe('sse')
  })

  it.each(['envs', '__proto__', 'constructor', 'hasOwnProperty'])('the key %s, with its path', (key) => {
    const server = `{ "command": "x", ${JSON.stringify(key)}: { "command": "y" } }`
    const path = `mcp.servers.one.${key}`
    const manifest = `"id": "p", "name": "P", "version": "1", "mcp": { "servers": { "one": ${server} } }`
    const { problems, warnings, servers } = readManifest(`{ ${manifest} }`)
    expect([problems, servers[0]?.server?.launch]).toEqual([[], expect.objectContaining({ command: 'x' })])
    expect(warnings).toEqual([`${path}: unknown key, ignored`])
    expect(fileProblems(`{ "mcpServers": { "one": ${server} } }`)).toEqual([
      `mcpServers.one.${key}: unknown key, ignored`,
    ])
    expect(readManifest(`{ ${JSON.stringify(key)}: 1, ${manifest} }`).warnings).toContain(
      `${key}: unknown key, ignored`,
    )
    const request = JSON.parse(`{ "name": "one", "launch": { "transport": "stdio", ${server.slice(1)} }`) as unknown
    expect(newServerRequest.safeParse(request)).toMatchObject({ success: false })
  })
})
