import { expect, test } from 'vitest'
import { splitLines } from '#contract/pasted/commandWords'
import { nameOfAddress, nameOfCommand } from '#contract/pasted/launchName'

const wordsOf = (text: string) =>
  splitLines(text)
    .flat()
    .map((word) => word.text)

test.each([
  ['npx -y @modelcontextprotocol/server-everything', 'everything'],
  ['uvx mcp-server-git --repository .', 'git'],
  ['docker run -i --rm ghcr.io/github/github-mcp-server', 'github'],
  ['docker run -i -e KEY=1 mcp/fetch:latest', 'fetch'],
  ['node test/servers/echo.ts', 'echo'],
  ['/usr/local/bin/notes-mcp', 'notes'],
  ['npx @upstash/context7-mcp@2.1.0', 'context7'],
  ['node /a/server-filesystem/dist/index.js', 'filesystem'],
  ['node C:/mcp/notes/build/src/main.js', 'notes'],
  ['python -m mcp_server_time', 'mcp_server_time'],
  ['uv --directory /opt/weather run server.py', 'weather'],
  ['uvx --from git+https://github.com/a/b thing-mcp', 'thing'],
  ['docker run --name my-notes -i image', 'my-notes'],
  ['node dist/index.js', 'index'],
])('%s is called %s', (text, name) => {
  const [command = '', ...args] = wordsOf(text)
  expect(nameOfCommand({ command, args })).toBe(name)
})

test.each([
  ['https://mcp.linear.app/mcp', 'linear'],
  ['http://127.0.0.1:9000/mcp', '127.0.0.1'],
  ['http://localhost:9000', 'localhost'],
  ['https://mcp', 'mcp'],
  ['https://', ''],
])('the server at %s is called %j', (address, name) => {
  expect(nameOfAddress(address)).toBe(name)
})
