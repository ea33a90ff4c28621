import { expect, test } from 'vitest'
import { writtenLaunch as launch } from '#contract/servers/server'
import { isOwnEntry } from '#engine/clients/ownEntry'

const endpoint = 'http://127.0.0.1:9000/mcp'
const local = (command: string, ...args: string[]) => launch.parse({ transport: 'stdio', command, args })
const remote = (url: string, transport = 'http') => launch.parse({ transport, url })

test.each([
  remote('http://127.0.0.1:9000/mcp'),
  remote('http://localhost:7411/mcp/p/work'),
  remote('http://127.0.0.1:7411/sse', 'sse'),
  remote('http://[::1]:9000/mcp/s/git'),
  local('switchboard', 'stdio'),
  local('/opt/Switchboard/switchboard', 'stdio', '--project', 'work'),
  local(String.raw`C:\Program Files\Switchboard\switchboard.exe`, 'stdio'),
  local('node', '/opt/switchboard/out/main/cli.js', 'stdio', '--client', 'cursor'),
  local('/opt/Switchboard/switchboard', '/opt/Switchboard/resources/app.asar/out/main/cli.js', 'stdio'),
  local('npx', '-y', 'switchboard', 'stdio'),
  local('npx', 'mcp-remote', 'http://127.0.0.1:9000/mcp'),
])('%o leads to Switchboard itself, which would call itself in a loop', (one) => {
  expect(isOwnEntry(one, endpoint)).toBe(true)
})

test.each([
  remote('http://127.0.0.1:9001/mcp'),
  remote('https://example.com:7411/mcp'),
  remote('http://127.0.0.1:7411/other'),
  remote('http://${HOST}/mcp'),
  local('node', 'switchboard.js'),
  local('switchboard-light', 'stdio'),
  local('npx', '-y', 'server-stdio'),
  local('node', '/app/cli.js', 'stdio'),
])('%o is another server', (one) => {
  expect(isOwnEntry(one, endpoint)).toBe(false)
})

test("without an endpoint the default port still counts as Switchboard's", () => {
  expect(isOwnEntry(remote('http://127.0.0.1:7411/mcp'), null)).toBe(true)
  expect(isOwnEntry(remote('http://127.0.0.1:9000/mcp'), null)).toBe(false)
})
