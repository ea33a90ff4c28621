/**
 * The table of allowed imports is a lint rule. Here, each row gets files that violate the rule and files that do not.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { repository } from '#test/architecture/repository'
import { temporaryFolder } from '#test/support/temporaryFolder'

interface Row {
  readonly file: string
  readonly forbidden: readonly string[]
  readonly allowed: readonly string[]
}

const table: readonly Row[] = [
  {
    file: 'src/contract/sample.ts',
    forbidden: ['pg', 'node:fs', 'electron', '#engine/ports', '#main/cli', '../up', './beside'],
    allowed: ['zod', '@orpc/contract', '#contract/errors'],
  },
  {
    file: 'src/preload/sample.ts',
    forbidden: ['node:fs', 'zod', '#engine/ports', '#main/host/startHost'],
    allowed: ['electron', '#contract/desktop'],
  },
  {
    file: 'src/renderer/app/sample.tsx',
    forbidden: ['node:fs', 'electron', '#engine/ports', '#main/host/startHost', '#test/support/processList', '../up'],
    allowed: ['react', '@orpc/client', '#contract/errors', '#renderer/features/chat/ChatPage', './beside'],
  },
  {
    file: 'src/renderer/ui/sample.tsx',
    forbidden: ['node:fs', '#renderer/client/api', '#renderer/model/tools/useTools', '#renderer/parts/tool/ToolSheet'],
    allowed: ['react', '#contract/errors', '#renderer/ui/controls/Button'],
  },
  {
    file: 'src/renderer/client/sample.ts',
    forbidden: ['electron', '#renderer/ui/controls/Button', '#renderer/model/tools/useTools'],
    allowed: ['@orpc/client', '#contract/errors', '#renderer/client/wire'],
  },
  {
    file: 'src/renderer/model/sample.ts',
    forbidden: ['#engine/ports', '#renderer/parts/tool/ToolSheet', '#renderer/features/tools/ToolsPage'],
    allowed: ['react', '#renderer/client/api', '#renderer/model/tools/useTools', '#renderer/ui/rows/rows'],
  },
  {
    file: 'src/renderer/parts/sample.tsx',
    forbidden: ['#renderer/features/tools/ToolsPage', '#renderer/app/router', '#engine/ports'],
    allowed: [
      'react',
      '#renderer/model/tools/useTools',
      '#renderer/parts/tool/ToolSheet',
      '#renderer/ui/overlay/Dialog',
    ],
  },
  ...readdirSync(join(repository, 'src/renderer/features')).map((feature) => ({
    file: `src/renderer/features/${feature}/sample.tsx`,
    forbidden: ['node:fs', '#engine/ports', '#renderer/features/other/OtherPage', '#renderer/app/router', '../up'],
    allowed: ['react', `#renderer/features/${feature}/own`, '#renderer/parts/tool/ToolSheet', '#renderer/client/api'],
  })),
  {
    file: 'src/main/engine/sample.ts',
    forbidden: ['electron', 'electron/main', '#main/host/startHost', '#renderer/main', '#test/servers/wire', '../up'],
    allowed: ['pg', 'node:fs', '#contract/errors', '#engine/store/openStore', '#test/support/processList', './beside'],
  },
  {
    file: 'src/main/engine/structures/sample.ts',
    forbidden: ['node:fs', 'zod', 'electron', '#engine/policies/slug', '#engine/net/sseParser', '../up'],
    allowed: ['#contract/clients/access', '#engine/ports', '#engine/structures/slots'],
  },
  {
    file: 'src/main/engine/net/sample.ts',
    forbidden: ['electron', '#engine/connections/transport', '#engine/store/openStore', '#main/host/startHost'],
    allowed: ['node:http', '#engine/ports', '#engine/policies/slug', '#engine/structures/slots'],
  },
  {
    file: 'src/main/engine/config/sample.ts',
    forbidden: ['electron', '#engine/registry/catalog/scope', '#engine/clients/readClients'],
    allowed: ['jsonc-parser', '#contract/servers/server', '#engine/policies/slug', '#engine/secrets/references'],
  },
  {
    file: 'src/main/engine/policies/sample.ts',
    forbidden: ['node:fs', 'pg', 'electron', '#engine/ports', '#engine/registry/catalog/scope', '#main/cli'],
    allowed: ['zod', 'node:crypto', '#contract/errors', '#engine/policies/slug', './beside'],
  },
  {
    file: 'src/main/engine/store/sample.ts',
    forbidden: ['electron', '#engine/registry/catalog/scope', '#engine/policies/slug', '#engine/connections/transport'],
    allowed: ['pg', 'node:fs', '#contract/errors', '#engine/ports', '#engine/store/database/tables'],
  },
  {
    file: 'src/main/engine/secrets/sample.ts',
    forbidden: ['electron', '#engine/registry/catalog/scope', '#main/host/startHost'],
    allowed: ['keytar', '#engine/ports', '#engine/secrets/redaction'],
  },
  {
    file: 'src/main/engine/connections/processes/sample.ts',
    forbidden: ['electron', '#engine/registry/catalog/scope', '#engine/router/call', '#engine/store/openStore'],
    allowed: ['node:child_process', '#engine/ports', '#engine/policies/supervision', '#engine/secrets/redaction'],
  },
  {
    file: 'src/main/engine/hosting/sample.ts',
    forbidden: [
      'electron',
      '#engine/connections/transport',
      '#engine/registry/catalog/scope',
      '#engine/secrets/redaction',
    ],
    allowed: [
      'dockerode',
      '#engine/net/publicAddress',
      '#engine/ports',
      '#engine/policies/supervision',
      '#engine/store/servers/workspaceStore',
    ],
  },
  {
    file: 'src/main/engine/signIn/flow/sample.ts',
    forbidden: ['electron', '#engine/registry/serverRegistry', '#engine/router/call', '#engine/hosting/provider'],
    allowed: [
      '@modelcontextprotocol/client',
      '#engine/connections/transports/credentials',
      '#engine/net/httpExchange',
      '#engine/secrets/redaction',
      '#engine/store/signInStore',
    ],
  },
  {
    file: 'src/main/engine/packages/sample.ts',
    forbidden: ['electron', '#engine/hosting/provider', '#engine/hosted/hostedServers', '#engine/store/openStore'],
    allowed: ['#engine/net/httpExchange', '#engine/ports'],
  },
  {
    file: 'src/main/engine/hosted/sample.ts',
    forbidden: ['electron', '#engine/gateway/gateway', '#engine/chat/chat', '#main/host/startHost'],
    allowed: ['#engine/hosting/containers', '#engine/registry/serverRegistry', '#engine/router/call', '#engine/ports'],
  },
  {
    file: 'src/main/engine/chat/runs/sample.ts',
    forbidden: ['electron', '#engine/gateway/gateway', '#engine/createEngine', '#engine/connections/transport'],
    allowed: ['#engine/router/call', '#engine/questions/questions', '#engine/net/httpExchange'],
  },
  {
    file: 'src/main/engine/registry/sample.ts',
    forbidden: ['electron', '#engine/router/call', '#engine/gateway/gateway', '#engine/createEngine'],
    allowed: [
      '#engine/connections/transport',
      '#engine/store/openStore',
      '#engine/registry/catalog/naming/naming',
      '#engine/ports',
    ],
  },
  {
    file: 'src/main/engine/clients/sample.ts',
    forbidden: [
      'electron',
      '#engine/registry/serverRegistry',
      '#engine/connections/transport',
      '#engine/store/openStore',
    ],
    allowed: ['node:fs', '#contract/clients/client', '#engine/config/configEntry', '#engine/secrets/references'],
  },
  {
    file: 'src/main/engine/doctor/sample.ts',
    forbidden: ['electron', '#engine/registry/servers/serverEntry', '#engine/router/call', '#engine/store/openStore'],
    allowed: [
      '#engine/connections/session/session',
      '#engine/policies/installation',
      '#engine/policies/checkedTool',
      '#engine/secrets/shownLaunch',
    ],
  },
  {
    file: 'src/main/engine/router/sample.ts',
    forbidden: ['electron', '#engine/gateway/gateway', '#engine/store/openStore', '#engine/secrets/redaction'],
    allowed: [
      '#engine/registry/catalog/scope',
      '#engine/connections/transport',
      '#engine/policies/slug',
      '#engine/ports',
    ],
  },
  {
    file: 'src/main/engine/questions/sample.ts',
    forbidden: ['electron', '#engine/router/call', '#engine/registry/catalog/scope', '#main/host/startHost'],
    allowed: [
      '#engine/policies/askable',
      '#engine/store/decisionStore',
      '#engine/structures/coalescingQueue',
      '#engine/ports',
    ],
  },
  {
    file: 'src/main/engine/access/sample.ts',
    forbidden: ['electron', '#engine/gateway/gateway', '#engine/connections/transport', '#main/host/startHost'],
    allowed: [
      '#engine/router/call',
      '#engine/registry/catalog/scope',
      '#engine/store/accessStore',
      '#engine/registry/catalog/naming/naming',
    ],
  },
  {
    file: 'src/main/engine/metrics/sample.ts',
    forbidden: ['electron', '#engine/gateway/gateway', '#engine/router/recorder', '#engine/store/openStore'],
    allowed: ['#contract/servers/server', '#engine/ports', '#engine/structures/slots'],
  },
  {
    file: 'src/main/engine/gateway/http/sample.ts',
    forbidden: ['electron', '#engine/connections/transport', '#engine/store/openStore', '#main/host/startHost'],
    allowed: ['#engine/router/call', '#engine/registry/catalog/scope', '#engine/policies/slug', '#engine/ports'],
  },
  {
    file: 'src/main/engine/records/sample.ts',
    forbidden: ['electron', '#engine/gateway/gateway', '#engine/registry/serverRegistry', '#main/host/startHost'],
    allowed: [
      '#engine/router/recorder',
      '#engine/store/calls/callStore',
      '#engine/structures/textCap',
      '#engine/ports',
    ],
  },
  {
    file: 'src/main/engine/native/sample.ts',
    forbidden: ['electron', '#engine/gateway/gateway', '#engine/store/openStore', '#main/host/startHost'],
    allowed: [
      '#engine/connections/callable',
      '#engine/registry/servers/nativeServer',
      '#engine/policies/slug',
      '#engine/ports',
    ],
  },
  {
    file: 'src/main/engine/products/sample.ts',
    forbidden: ['electron', '#engine/gateway/gateway', '#engine/router/call', '#main/host/startHost'],
    allowed: ['#engine/registry/serverRegistry', '#engine/store/servers/productStore', '#engine/policies/slug'],
  },
  {
    file: 'src/main/host/sample.ts',
    forbidden: ['electron', '#engine/registry/catalog/scope', '#engine/store/openStore', '#renderer/main', '../up'],
    allowed: [
      'ws',
      '#engine/createEngine',
      '#engine/handlers',
      '#engine/handlers/hostFacts',
      '#engine/ports',
      '#contract/errors',
    ],
  },
  {
    file: 'src/main/cli/commands/sample.ts',
    forbidden: ['electron', '#engine/registry/catalog/scope', '#renderer/main'],
    allowed: ['commander', '#main/host/startHost', '#contract/errors'],
  },
  {
    file: 'src/main/cli.ts',
    forbidden: ['electron', '#engine/registry/catalog/scope'],
    allowed: ['#main/cli/runCommand'],
  },
  {
    file: 'src/main/electron/sample.ts',
    forbidden: ['#engine/registry/catalog/scope', '#engine/store/openStore', '#renderer/main', '../up'],
    allowed: ['electron', '#main/host/startHost', '#engine/ports', '#contract/desktop'],
  },
  {
    file: 'src/main/desktop.ts',
    forbidden: ['#engine/registry/catalog/scope'],
    allowed: ['electron', '#main/electron/window'],
  },
  {
    file: 'test/outside/chapters/sample.ts',
    forbidden: [
      '#engine/ports',
      '#contract/servers/server',
      '#main/host/startHost',
      '#test/integration/cli/switchboard',
      '../up',
    ],
    allowed: ['node:fs', 'vitest', '#test/outside/driver/place', '#test/servers/remote', '#test/support/patience'],
  },
  { file: 'test/integration/sample.ts', forbidden: ['../up'], allowed: ['#engine/store/openStore', './beside'] },
]

interface ImportRow {
  readonly room: readonly string[]
}

interface Diagnostic {
  readonly code: string
  readonly filename: string
  readonly labels: readonly { readonly span: { readonly line: number } }[]
}

/** Returns the lines of each file that the import rule rejects. */
async function lint(folder: string): Promise<Map<string, number[]>> {
  const oxlint = join(repository, 'node_modules', 'oxlint', 'bin', 'oxlint')
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [oxlint, '--format', 'json'], { cwd: folder, maxBuffer: 64_000_000 }, (_error, stdout) =>
      resolve(stdout),
    )
  })
  const { diagnostics } = JSON.parse(output) as { diagnostics: readonly Diagnostic[] }
  const lines = new Map<string, number[]>()
  for (const { code, filename, labels } of diagnostics) {
    if (!code.includes('no-restricted-imports')) continue
    lines.set(
      filename,
      [...(lines.get(filename) ?? []), labels[0]?.span.line ?? 0].sort((one, other) => one - other),
    )
  }
  return lines
}

const { importTable, default: config } = (await import(pathToFileURL(join(repository, 'oxlint.config.ts')).href)) as {
  importTable: readonly ImportRow[]
  default: object
}

test('every row of the table rejects what it forbids, and nothing else', async () => {
  const folder = await temporaryFolder()
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(config))
  for (const { file, forbidden, allowed } of table) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    const imports = [...forbidden, ...allowed].map((name, index) => `import { name${index} } from '${name}'\n`)
    const uses = imports.map((_text, index) => `name${index}`)
    writeFileSync(join(folder, file), `${imports.join('')}export const uses = [${uses.join(', ')}]\n`)
  }
  const objected = await lint(folder)
  for (const { file, forbidden, allowed } of table) {
    const names = (objected.get(file) ?? []).map((line) => [...forbidden, ...allowed][line - 1])
    expect({ file, names }).toEqual({ file, names: forbidden })
  }
})

test('every row of the configuration has test files', () => {
  const untried = importTable.filter(
    ({ room }) => !table.some(({ file }) => room.some((glob) => matchesGlob(file, glob))),
  )
  expect(untried.map(({ room }) => room)).toEqual([])
})
