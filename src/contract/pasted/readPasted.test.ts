import { describe, expect, test } from 'vitest'
import type { WrittenLaunch } from '#contract/servers/server'
import { nameOfLaunch } from '#contract/pasted/launchName'
import { readPasted } from '#contract/pasted/readPasted'

const readJson = (text: string): unknown => JSON.parse(text)
const run = (command: string, args: string[] = [], more: object = {}) => ({
  transport: 'stdio',
  command,
  args,
  env: {},
  ...more,
})
const at = (url: string, headers: object = {}, transport = 'http') => ({ transport, url, headers })
/** The `entry` below in base64. */
const base64 = 'eyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyIteSIsIngtbWNwIl0sImVudiI6eyJLRVkiOiIxIn19'
const entry = { command: 'npx', args: ['-y', 'x-mcp'], env: { KEY: '1' } }
const x = run('npx', ['-y', 'x-mcp'], { env: { KEY: '1' } })

/** Pasted texts as found in READMEs, each with the expected name and launch. */
const pastes: readonly (readonly [string, string, object])[] = [
  // Command lines
  [
    'npx -y @modelcontextprotocol/server-everything',
    'everything',
    run('npx', ['-y', '@modelcontextprotocol/server-everything']),
  ],
  ['$ uvx mcp-server-git --repository .', 'git', run('uvx', ['mcp-server-git', '--repository', '.'])],
  [
    'API_KEY=abc MODE="a b" npx -y thing',
    'thing',
    run('npx', ['-y', 'thing'], { env: { API_KEY: 'abc', MODE: 'a b' } }),
  ],
  ['env A=1 node server.js', 'server', run('node', ['server.js'], { env: { A: '1' } })],
  ['export API_KEY=abc\nnpx -y thing', 'thing', run('npx', ['-y', 'thing'], { env: { API_KEY: 'abc' } })],
  ['set API_KEY=abc && npx -y thing', 'thing', run('npx', ['-y', 'thing'], { env: { API_KEY: 'abc' } })],
  ['$env:API_KEY="abc"; npx -y thing', 'thing', run('npx', ['-y', 'thing'], { env: { API_KEY: 'abc' } })],
  ['npx -y thing --token $API_TOKEN', 'thing', run('npx', ['-y', 'thing', '--token', '${API_TOKEN}'])],
  ['# starts it\nnpx -y thing # here', 'thing', run('npx', ['-y', 'thing'])],
  ['npm install -g thing-mcp\nthing-mcp --stdio', 'thing', run('thing-mcp', ['--stdio'])],
  ['cd /srv/app && node dist/index.js', 'index', run('node', ['dist/index.js'], { cwd: '/srv/app' })],
  [
    'docker run -i --rm -v /a:/b -e KEY=1 ghcr.io/github/github-mcp-server',
    'github',
    run('docker', ['run', '-i', '--rm', '-v', '/a:/b', '-e', 'KEY=1', 'ghcr.io/github/github-mcp-server']),
  ],
  ['docker run \\\n  -i --rm mcp/fetch:latest', 'fetch', run('docker', ['run', '-i', '--rm', 'mcp/fetch:latest'])],
  ['npx `\n  -y thing', 'thing', run('npx', ['-y', 'thing'])],
  [
    '"C:\\Program Files\\nodejs\\node.exe" C:\\mcp\\files.js --dir "C:\\my data\\"',
    'files',
    run('C:\\Program Files\\nodejs\\node.exe', ['C:\\mcp\\files.js', '--dir', 'C:\\my data\\']),
  ],
  [
    'node /opt/server-filesystem/dist/index.js /data',
    'filesystem',
    run('node', ['/opt/server-filesystem/dist/index.js', '/data']),
  ],
  [
    'uv --directory /opt/weather run server.py',
    'weather',
    run('uv', ['--directory', '/opt/weather', 'run', 'server.py']),
  ],
  ['python -m mcp_server_time', 'mcp_server_time', run('python', ['-m', 'mcp_server_time'])],
  ["sh -c 'echo $HOME; exec x'", 'sh', run('sh', ['-c', 'echo $HOME; exec x'])],
  ['`npx -y thing`', 'thing', run('npx', ['-y', 'thing'])],
  ['```bash\nnpx -y thing\n```', 'thing', run('npx', ['-y', 'thing'])],
  ['Run this:\n```sh\n$ npx -y thing\n```\nand wait.', 'thing', run('npx', ['-y', 'thing'])],
  // Addresses
  [' https://mcp.example.com/mcp ', 'example', at('https://mcp.example.com/mcp')],
  ['mcp.notion.com/mcp', 'notion', at('https://mcp.notion.com/mcp')],
  ['mcp.linear.app', 'linear', at('https://mcp.linear.app')],
  ['localhost:3000/mcp', 'localhost', at('http://localhost:3000/mcp')],
  ['127.0.0.1:9000', '127.0.0.1', at('http://127.0.0.1:9000')],
  ['https://a.example/mcp?x=1&y=2', 'a', at('https://a.example/mcp?x=1&y=2')],
  [
    'curl -X POST https://mcp.example.com/mcp -H "Authorization: Bearer abc" -H \'Content-Type: application/json\' -d \'{"a":1}\'',
    'example',
    at('https://mcp.example.com/mcp', { Authorization: 'Bearer abc' }),
  ],
  // Commands that add to other clients
  ['claude mcp add x -- npx -y x-mcp', 'x', run('npx', ['-y', 'x-mcp'])],
  ['claude mcp add x -e KEY=1 -s user -- npx -y x-mcp', 'x', x],
  [
    'claude mcp add --env KEY=1 MORE=2 --transport stdio x -- npx -y x-mcp',
    'x',
    run('npx', ['-y', 'x-mcp'], { env: { KEY: '1', MORE: '2' } }),
  ],
  ['claude mcp add playwright npx @playwright/mcp@latest', 'playwright', run('npx', ['@playwright/mcp@latest'])],
  ['claude mcp add -t http sentry https://mcp.sentry.dev/mcp', 'sentry', at('https://mcp.sentry.dev/mcp')],
  [
    'claude mcp add --transport sse linear https://mcp.linear.app/sse --header "X-Key: abc"',
    'linear',
    at('https://mcp.linear.app/sse', { 'X-Key': 'abc' }, 'sse'),
  ],
  [
    'claude mcp add --transport http api https://a.example/mcp -H "Authorization: Bearer abc"',
    'api',
    at('https://a.example/mcp', { Authorization: 'Bearer abc' }),
  ],
  [`claude mcp add-json x '${JSON.stringify(entry)}'`, 'x', x],
  ['codex mcp add x --env KEY=1 -- npx -y x-mcp', 'x', x],
  [
    'codex mcp add figma --url https://mcp.figma.com/mcp --bearer-token-env-var FIGMA',
    'figma',
    at('https://mcp.figma.com/mcp', { Authorization: 'Bearer ${FIGMA}' }),
  ],
  ['gemini mcp add -e KEY=1 x npx -y x-mcp', 'x', x],
  ['gemini mcp add --transport http remote https://a.example/mcp --trust', 'remote', at('https://a.example/mcp')],
  [`code --add-mcp '{"name":"x","command":"npx","args":["-y","x-mcp"],"env":{"KEY":"1"}}'`, 'x', x],
  ['npx @anthropic-ai/claude-code mcp add x -- npx -y x-mcp', 'x', run('npx', ['-y', 'x-mcp'])],
  // Links
  [`cursor://anysphere.cursor-deeplink/mcp/install?name=x&config=${base64}`, 'x', x],
  [`https://cursor.com/install-mcp?name=x&config=${encodeURIComponent(base64)}`, 'x', x],
  [
    `[![Install](https://cursor.com/deeplink.svg)](https://cursor.com/install-mcp?name=x&config=${encodeURIComponent(base64)})`,
    'x',
    x,
  ],
  [`vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'x', ...entry }))}`, 'x', x],
  [
    `https://insiders.vscode.dev/redirect/mcp/install?name=x&config=${encodeURIComponent(JSON.stringify(entry))}`,
    'x',
    x,
  ],
  [
    `https://vscode.dev/redirect?url=${encodeURIComponent(`vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'x', ...entry }))}`)}`,
    'x',
    x,
  ],
  [
    'goose://extension?cmd=npx&arg=-y&arg=x-mcp&id=x&env=KEY%3Dyour%20key',
    'x',
    run('npx', ['-y', 'x-mcp'], { env: { KEY: '${KEY}' } }),
  ],
  // JSON
  [JSON.stringify({ mcpServers: { x: entry } }), 'x', x],
  [JSON.stringify({ servers: { x: { type: 'stdio', ...entry } } }), 'x', x],
  [JSON.stringify({ mcp: { servers: { x: entry } } }), 'x', x],
  [JSON.stringify({ 'amp.mcpServers': { x: entry } }), 'x', x],
  [
    JSON.stringify({
      context_servers: { x: { source: 'custom', command: { path: 'npx', args: ['-y', 'x-mcp'], env: { KEY: '1' } } } },
    }),
    'x',
    x,
  ],
  [JSON.stringify({ mcp: { x: { type: 'local', command: ['npx', '-y', 'x-mcp'], environment: { KEY: 1 } } } }), 'x', x],
  [JSON.stringify({ mcpServers: [{ name: 'x', ...entry }] }), 'x', x],
  [JSON.stringify({ x: entry }), 'x', x],
  [`"x": ${JSON.stringify(entry)},`, 'x', x],
  [JSON.stringify(entry), 'x', x],
  [`\`\`\`json\n${JSON.stringify({ mcpServers: { x: entry } }, null, 2)}\n\`\`\``, 'x', x],
  [
    JSON.stringify({ mcpServers: { far: { httpUrl: 'https://x.example/mcp', headers: { A: 'b' } } } }),
    'far',
    at('https://x.example/mcp', { A: 'b' }),
  ],
  [
    JSON.stringify({ servers: { x: { command: 'npx', args: ['${input:my key}'], env: { K: '${env:K}' } } } }),
    'x',
    run('npx', ['${my_key}'], { env: { K: '${K}' } }),
  ],
  // TOML
  ['[mcp_servers.x]\ncommand = "npx"\nargs = ["-y", "x-mcp"]\n\n[mcp_servers.x.env]\nKEY = "1"', 'x', x],
  [
    "[mcp_servers.x]\n# mine\ncommand = 'npx'\nargs = [\n  '-y',\n  'x-mcp', # it\n]\nenv = { \"KEY\" = \"1\" }",
    'x',
    x,
  ],
  [
    '[mcp_servers."far away"]\nurl = "https://x.example/mcp"\nhttp_headers = { "A" = "b" }',
    'far away',
    at('https://x.example/mcp', { A: 'b' }),
  ],
]

test.each(pastes)('a pasted text is read as its README means it: %s', (text, name, launch) => {
  const servers = readPasted(text, readJson).servers.map((one) => ({
    ...one,
    name: one.name || nameOfLaunch(one.launch),
  }))
  expect(servers).toEqual([{ name, launch: launch as WrittenLaunch }])
})

describe('text that is not a command is refused', () => {
  test.each([
    ['https://mcp example.com', 'An address has no spaces'],
    ['https://', 'not a complete address'],
    ['npx -y "thing', 'line 1, column 8: the quote " that begins here is not closed'],
    ["a b\nnpx 'x", "line 2, column 5: the quote '"],
    [
      '{ "mcpServers": { "x": { "command": "npx", "args": "-y foo" } } }',
      'mcpServers.x.args: expected an array, got a string',
    ],
    ['{ "x": { "command": "npx", "env": { "A": [] } } }', 'x.env.A: expected a string, got an array'],
    ['{ "mcpServers": { "x": { "cmd": "npx" } } }', 'mcpServers.x: it has neither a “command” nor a “url”'],
    ['{ "x": 1 }', 'No server found'],
    ['{}', 'No server found'],
    ['{ "mcpServers": {} }', 'No server found'],
    ['npm install -g thing', 'installs something'],
    ['npx -y a\nnpx -y b', 'These are 2 commands'],
    ['cat x | node y', '“|” needs a shell'],
    ['node x > log', '“>” needs a shell'],
    ['docker run -v $(pwd):/x image', '“$(pwd)” is filled in by a shell'],
    ['node "$HOME/x.js"', '“$HOME” is filled in by a shell'],
    ['Install the server by running npx foo', 'reads like a sentence'],
    ['you can start it with this command:', 'reads like a sentence'],
    ['<configuration>', 'is not a command'],
    ['claude mcp add x', 'contains no command'],
    ['claude mcp add --frobnicate x -- y', '“--frobnicate” is not understood'],
    ['claude mcp add -t http x mcp.example.com', 'is not an address'],
    ['npx -y @smithery/cli install thing --client claude', 'sets up another client'],
    ['cursor://anysphere.cursor-deeplink/mcp/install?name=x&config=%%%', 'neither JSON nor'],
    ['extensions:\n  x:\n    cmd: npx', 'YAML is not supported'],
    ['[mcp_servers.x]\ncommand = "npx\n', 'line 2, column 11: this string is not closed'],
    ['[mcp_servers.x]\ncommand = npx\nargs = []', 'line 2, column 11: strings need quotes'],
    ['```\na\n```\n```\nb\n```', '2 code blocks'],
    ['', 'The command is missing'],
    ['export A=b', 'The command is missing'],
  ])('%s', (text, reason) => {
    expect(() => readPasted(text, readJson)).toThrow(reason)
  })
})

test('several servers are all read, none is dropped silently', () => {
  const many = JSON.stringify({ mcpServers: { x: entry, y: { url: 'http://y' } } })
  const names = (text: string) => readPasted(text, readJson).servers.map(({ name }) => name)
  expect(names(many)).toEqual(['x', 'y'])
  expect(names('claude mcp add a -- x\nclaude mcp add b -- y')).toEqual(['a', 'b'])
})
