import { expect, test } from 'vitest'
import { splitLines } from '#contract/pasted/commandWords'
import { launchLabel } from '#renderer/model/servers/launchLabel.ts'

test.each([
  ['npx -y @scope/pkg', '@scope/pkg'],
  ['npx -y @scope/pkg@1.2.3 --verbose', '@scope/pkg'],
  ['npx --unknown-option @scope/pkg', '@scope/pkg'],
  ['uvx mcp-server-git --repository .', 'mcp-server-git'],
  ['uvx --from git+https://github.com/a/b thing-mcp', 'thing-mcp'],
  ['pipx run some-server==2.0', 'some-server'],
  ['cmd /c npx -y @scope/pkg', '@scope/pkg'],
  ['node /long/path/to/weather/dist/index.js', 'weather'],
  ['node C:/mcp/notes/build/src/main.js', 'notes'],
  ['node /srv/node_modules/@scope/pkg/dist/index.js', '@scope/pkg'],
  ['node test/servers/echo.ts', 'echo.ts'],
  ['node dist/index.js', 'index.js'],
  ['/usr/local/bin/notes-mcp --stdio', 'notes-mcp'],
  ['/opt/weather/bin/server', 'weather'],
  ['python -m mcp_server_time', 'mcp_server_time'],
  ['uv --directory /opt/weather run server.py', 'weather'],
  ['uv --directory /opt/weather run forecast.py', 'forecast.py'],
  ['docker run -i --rm ghcr.io/github/github-mcp-server:v1', 'github/github-mcp-server'],
  ['docker run -i -e KEY=1 mcp/fetch', 'mcp/fetch'],
  ['my-server', 'my-server'],
])('%s is shown as %s', (text, label) => {
  const [command = '', ...args] = splitLines(text)
    .flat()
    .map((word) => word.text)
  expect(launchLabel({ transport: 'stdio', command, args, envNames: [], cwd: null })).toBe(label)
})

test.each([
  ['https://mcp.linear.app/mcp', 'mcp.linear.app'],
  ['http://localhost:9000/mcp?key=***', 'localhost:9000'],
  ['${BASE}/mcp', '${BASE}/mcp'],
])('the server at %s is shown as %s', (url, label) => {
  expect(launchLabel({ transport: 'http', url, headerNames: [] })).toBe(label)
})

test.each([
  ['mcp/fetch:latest', 'mcp/fetch'],
  ['ghcr.io/acme/server@sha256:0123', 'acme/server'],
  ['localhost:5000/acme', 'acme'],
  ['fetch', 'fetch'],
])('the image %s is shown as %s', (image, label) => {
  expect(launchLabel({ transport: 'container', image, envNames: [] })).toBe(label)
})
