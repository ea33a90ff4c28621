import { expect, test } from 'vitest'
import { readSnippet } from '#renderer/features/servers/add/snippet.ts'

const entry = '{ "command": "npx", "args": ["-y", "x"], "env": { "KEY": "1" } }'
const server = { name: 'x', line: 'npx -y x', values: { KEY: '1' }, cwd: null }

test.each([
  ['a whole file', `{ "mcpServers": { "x": ${entry} } }`],
  ['the form of another editor', `{ "servers": { "x": ${entry} } }`],
  ['a settings file', `{ "mcp": { "servers": { "x": ${entry} } } }`],
  ['the inner object', `{ "x": ${entry} }`],
  ['a fragment', `"x": ${entry},`],
  ['comments and trailing commas', `// settings\n{ "mcpServers": { "x": ${entry}, }, }`],
])('reads %s', (_, text) => {
  expect(readSnippet(text)).toEqual({ kind: 'one', server })
})

test('a bare entry has no name yet', () => {
  expect(readSnippet(entry)).toEqual({ kind: 'one', server: { ...server, name: '' } })
})

test('a remote server is read with its headers, which are values to hide like variables', () => {
  const text =
    '{ "mcpServers": { "far": { "type": "http", "url": "https://x/mcp", "headers": { "Authorization": "Bearer 1" } } } }'
  const far = { name: 'far', line: 'https://x/mcp', values: { Authorization: 'Bearer 1' }, cwd: null }
  expect(readSnippet(text)).toEqual({ kind: 'one', server: far })
})

test('several servers are offered to the import as one file, none is dropped silently', () => {
  const snippet = readSnippet(`{ "mcpServers": { "x": ${entry}, "y": { "url": "http://y" } } }`)
  expect(snippet).toMatchObject({ kind: 'many', names: ['x', 'y'] })
  expect(snippet.kind === 'many' && JSON.parse(snippet.text)).toHaveProperty('mcpServers.y.url', 'http://y')
})

test.each([['npx -y thing'], ['"C:\\tools\\x.exe" run'], ["node -e '{}'"]])('%s is a command line, no JSON', (text) => {
  expect(readSnippet(text)).toEqual({ kind: 'none' })
})

test.each([['{ "mcpServers": {'], ['{}'], ['{ "x": 1 }']])(
  '%s is explained instead of being run as a command',
  (text) => {
    expect(readSnippet(text).kind).toBe('problem')
  },
)
