import { array, assert, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  briefLaunch,
  joinWords,
  nameOfAddress,
  parseCommandLine,
  splitWords,
  suggestName,
} from '#renderer/features/servers/commandLine.ts'

describe('splitting a pasted command line', () => {
  test.each([
    ['npx -y @scope/server /home/me', ['npx', '-y', '@scope/server', '/home/me']],
    ['node "my server.js" --name \'a b\'', ['node', 'my server.js', '--name', 'a b']],
    ['node my\\ server.js', ['node', 'my server.js']],
    ['C:\\tools\\server.exe --dir C:\\data', ['C:\\tools\\server.exe', '--dir', 'C:\\data']],
    ['"C:\\Program Files\\node.exe" x', ['C:\\Program Files\\node.exe', 'x']],
    ['docker run \\\n  -i --rm image', ['docker', 'run', '-i', '--rm', 'image']],
    ['docker run \\\r\n  image', ['docker', 'run', 'image']],
    ['run ""', ['run', '']],
    [`sh -c 'echo "hi"'`, ['sh', '-c', 'echo "hi"']],
    ['a"b"c', ['abc']],
    ['  ', []],
  ])('%s', (text, words) => {
    expect(splitWords(text)).toEqual(words)
  })

  test('assignments in front become environment, so that a secret does not end up as the command', () => {
    expect(parseCommandLine('API_KEY=abc MODE="a b" npx -y thing --x=1')).toEqual({
      env: { API_KEY: 'abc', MODE: 'a b' },
      command: 'npx',
      args: ['-y', 'thing', '--x=1'],
    })
  })

  test('the prompt of a README is not part of the command', () => {
    expect(parseCommandLine('$ uvx mcp-server-git').command).toBe('uvx')
  })

  test('what is shown for reading splits into the same words again', () => {
    assert(
      property(array(string(), { maxLength: 6 }), (words) => {
        expect(splitWords(joinWords(words))).toEqual(words)
      }),
    )
  })
})

test.each([
  ['npx -y @modelcontextprotocol/server-everything', 'everything'],
  ['uvx mcp-server-git --repository .', 'git'],
  ['docker run -i --rm ghcr.io/github/github-mcp-server', 'github'],
  ['docker run -i -e KEY=1 mcp/fetch:latest', 'fetch'],
  ['node test/servers/echo.ts', 'echo'],
  ['/usr/local/bin/notes-mcp', 'notes'],
  ['npx @upstash/context7-mcp@2.1.0', 'context7'],
])('%s is called %s', (text, name) => {
  expect(suggestName(parseCommandLine(text))).toBe(name)
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

test.each([
  ['/opt/node/bin/node', ['a b.ts'], "node 'a b.ts'"],
  ['C:\\tools\\server.exe', [], 'server.exe'],
  ['npx', ['-y', '@scope/server'], 'npx -y @scope/server'],
])('in a list, %s begins with what tells it from others', (command, args, shown) => {
  expect(briefLaunch({ transport: 'stdio', command, args, envNames: [], cwd: null })).toBe(shown)
})
