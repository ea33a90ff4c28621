import { describe, expect, test } from 'vitest'
import { readManifest } from '#engine/products/manifest'

const yaml = `
# a product
id: search-pack
name: Search pack
version: 1.2
mcp:
  servers:
    web:
      command: npx
      args: [-y, web-search, --depth=3]
      env: { SEARCH_API_KEY: "\${SEARCH_API_KEY}" }
      description: searches the web
      disabledTools: [delete]
    remote:
      url: https://example.com/mcp
      headers: { Authorization: "Bearer \${TOKEN}" }
`

describe('a manifest', () => {
  test('[R3] is YAML or JSON, with comments, with servers by name or in a list', () => {
    const fromYaml = readManifest(yaml)
    expect(fromYaml).toMatchObject({ id: 'search-pack', name: 'Search pack', version: '1.2', problems: [] })
    expect(fromYaml.servers.map(({ server }) => server)).toMatchObject([
      {
        name: 'web',
        description: 'searches the web',
        launch: {
          command: 'npx',
          args: ['-y', 'web-search', '--depth=3'],
          env: { SEARCH_API_KEY: '${SEARCH_API_KEY}' },
        },
      },
      { name: 'remote', launch: { transport: 'http', headers: { Authorization: 'Bearer ${TOKEN}' } } },
    ])
    const json = `{ // as a list
      "id": "search-pack", "name": "Search pack", "version": "1.2",
      "mcp": { "servers": [{ "name": "web", "command": "npx" }, { "name": "remote", "url": "https://example.com/mcp" },] },
    }`
    expect(readManifest(json).servers.map(({ name, server }) => [name, server?.launch.transport])).toEqual([
      ['web', 'stdio'],
      ['remote', 'http'],
    ])
    expect(readManifest(json).problems).toEqual([])
  })

  test('each problem names its path and what was expected', () => {
    const { problems } = readManifest(
      JSON.stringify({
        id: 'has space',
        version: 1,
        mcp: { servers: { fine: { command: 'x' }, odd: { command: 7 }, none: {}, args: { command: 'x', args: 'y' } } },
      }),
    )
    expect(problems).toEqual([
      'id: an id has 1 to 100 characters: letters, digits, and . _ -',
      'name: missing',
      'mcp.servers.odd.command: expected a string, got number',
      'mcp.servers.none: expected a command, or the url of a remote server',
      'mcp.servers.args.args: expected an array, got string',
    ])
  })

  const head = { id: 'a', name: 'A', version: '1' }
  test.each([
    [{ ...head }, 'mcp.servers: expected servers by name, or a list of them'],
    [{ ...head, mcp: { servers: {} } }, 'mcp.servers: no servers'],
    [{ ...head, mcp: { servers: 'x' } }, 'mcp.servers: expected servers by name, or a list of them'],
    [
      {
        ...head,
        mcp: {
          servers: [
            { name: 'x', command: 'y' },
            { name: 'x', command: 'z' },
          ],
        },
      },
      'mcp.servers: "x" occurs more than once',
    ],
    [{ ...head, mcp: { servers: [{ command: 'y' }] } }, 'mcp.servers[0]: a name is needed'],
    [
      { ...head, mcp: { servers: Array.from({ length: 201 }, (_, at) => ({ name: `s${at}`, command: 'x' })) } },
      'mcp.servers: 201 servers, at most 200 are allowed',
    ],
  ])('%# cannot be installed, because it has no servers or the same one twice', (manifest, problem) => {
    expect(readManifest(JSON.stringify(manifest)).problems).toContain(problem)
  })

  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c]`
  test.each([
    ['', 'not an object'],
    ['just words', 'not an object'],
    ['[1, 2]', 'not an object'],
    ['{"id": ', 'line 1'],
    ['id: [1\nname: x', 'not valid YAML'],
    ['a: 1\na: 2', 'not valid YAML'],
    [bomb, 'not valid YAML'],
  ])('%j is refused as a whole, with the reason', (text, reason) => {
    expect(() => readManifest(text)).toThrow(reason)
  })
})
