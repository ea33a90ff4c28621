import { expect, test } from 'vitest'
import { nameOfPackage, readPackage, readPackageCommand } from '#contract/pasted/readPackage'

function read(text: string, usual: 'npm' | 'pypi' = 'npm') {
  const found = readPackage(text, usual)
  if (found.kind === 'problem') return found.message
  const { registry, name, version, program, args } = found.wanted
  return [registry, name, version ?? 'newest', ...(program === null ? [] : [`program ${program}`]), ...args].join(' ')
}

test.each([
  ['@scope/server', 'npm @scope/server newest'],
  ['@scope/server@1.2.3-beta.1', 'npm @scope/server 1.2.3-beta.1'],
  ['server@latest /home/me', 'npm server newest /home/me'],
  ['server@next', 'npm server next'],
  ['npx -y @scope/server /home/me "a b"', 'npm @scope/server newest /home/me a b'],
  ['$ npx --yes server@1.0.0 -- --flag', 'npm server 1.0.0 -- --flag'],
  ['npx -p @scope/tools serve --port 1', 'npm @scope/tools newest program serve --port 1'],
  ['npx --package=tools serve', 'npm tools newest program serve'],
  ['pnpm dlx server', 'npm server newest'],
  ['uvx mcp-server-time --local-timezone=UTC', 'pypi mcp-server-time newest --local-timezone=UTC'],
  ['uvx mcp-server-git@2025.1.14', 'pypi mcp-server-git 2025.1.14'],
  ['uvx --from mcp[cli]==1.2 mcp run', 'pypi mcp[cli] 1.2 program mcp run'],
  ['pipx run mcp-server-time', 'pypi mcp-server-time newest'],
  ['mcp-server-time==1.0', 'pypi mcp-server-time 1.0'],
  ['pypi:mcp-server-time', 'pypi mcp-server-time newest'],
  ['npm:server', 'npm server newest'],
])('%s is %s', (text, wanted) => {
  expect(read(text)).toBe(wanted)
})

test('a bare name is looked for in the registry that the person chose', () => {
  expect(read('mcp-server-time', 'pypi')).toBe('pypi mcp-server-time newest')
})

// Catches a text being accepted that runs something other than what the person reads in it: a repository, a folder, or
// a version range that means something else tomorrow.
test.each([
  ['', 'Enter a package'],
  ['github:owner/repo', 'is not a package'],
  ['./server', 'is not a package'],
  ['https://example.com/x.tgz', 'is not a package'],
  ['server@^1.2.0', 'is not a single version'],
  ['mcp-server-time>=1', 'is not a package'],
  ['npx --registry=http://evil server', 'The option --registry'],
  ['npx -p a -p b run', 'Several packages'],
  ['uvx --with other server', 'The option --with'],
  ['npx', 'The package is missing'],
  ['server\nother', 'Enter one package'],
])('%j is refused', (text, words) => {
  expect(read(text)).toContain(words)
})

test('a command that runs no package is left alone', () => {
  expect(readPackageCommand('node', ['server.js'])).toBeNull()
  expect(readPackageCommand('C:\\Program Files\\nodejs\\npx.cmd', ['server'])).toMatchObject({ kind: 'package' })
})

test("a package's name has no scope and no extras", () => {
  expect(['@scope/server', 'mcp[cli]', 'plain'].map((name) => nameOfPackage({ name }))).toEqual([
    'server',
    'mcp',
    'plain',
  ])
})
