import { expect, it } from 'vitest'
import { fetchesFirst } from '#engine/policies/installation'

it.each<[string, boolean]>([
  ['npx -y server', true],
  ['/usr/local/bin/npx server', true],
  [String.raw`C:\nodejs\npx.cmd server`, true],
  ['NPX.CMD server', true],
  ['uvx server', true],
  ['bunx server', true],
  ['pnpm dlx server', true],
  ['pnpm --silent dlx server', true],
  ['pnpm start', false],
  ['npm exec server', true],
  ['npm start', false],
  ['yarn dlx server', true],
  ['bun x server', true],
  ['bun server.ts', false],
  ['uv tool run server', true],
  ['uv run server.py', true],
  ['uv pip list', false],
  ['pipx run server', true],
  ['docker run -i --rm image', true],
  ['docker exec -i box server', false],
  ['podman run -i image', true],
  ['cmd /c npx -y server', true],
  ['cmd /c cmd /c npx', false],
  ['cmd', false],
  ['node npx', false],
  ['python -m server', false],
  ['constructor run', false],
])('%s downloads the program that it runs: %j', (line, fetches) => {
  const [command = '', ...args] = line.split(' ')
  expect(fetchesFirst(command, args)).toBe(fetches)
})
