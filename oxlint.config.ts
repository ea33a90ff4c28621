import { readdirSync } from 'node:fs'
import { defineConfig, type OxlintOverride } from 'oxlint'

/** A part of the source tree (a room), and what its files may not import. */
export interface ImportRow {
  readonly room: readonly string[]
  /** Patterns in order: a later one overrides earlier ones, and `!` allows an import again. */
  readonly mayNot: readonly string[]
  readonly message: string
}

const electron = ['electron', 'electron/**']
const up = '../**'

const may = (...names: string[]) => names.map((name) => `!${name}`)

/** Rooms whose files may import only the given names. Packages from npm and Node need to be named, too. */
const closed = (room: string, names: string[], message: string): ImportRow => ({
  room: [`${room}/**`],
  mayNot: ['**', ...may(...names)],
  message,
})

const outsideEngine = [up, ...electron, '#main/**', '#renderer/**', '#test/**', '!#test/support/**']
/** Rooms of the engine. They may use any package, but only the named other rooms. */
const engineRoom = (name: string, rooms: readonly string[]): ImportRow => ({
  room: [`src/main/engine/${name}/**`],
  mayNot: [
    ...outsideEngine,
    '#engine/**',
    ...may(...[name, 'structures', ...rooms].map((one) => `#engine/${one}/**`), '#engine/ports'),
  ],
  message: `${name} may import: ${['contract', 'ports', 'structures', ...rooms].join(', ')}.`,
})

const outsideRenderer = [up, 'node:*', ...electron, '#engine/**', '#main/**', '#test/**']
const rendererRoom = (room: string, others: string[], message: string): ImportRow => ({
  room: [`src/renderer/${room}/**`],
  mayNot: [...outsideRenderer, '#renderer/**', ...may(...[room, ...others].map((name) => `#renderer/${name}/**`))],
  message,
})
const features = readdirSync(new URL('src/renderer/features', import.meta.url))

/** Which files may import which. A row overrides those before it. A test tries each row on files that break it. */
export const importTable: readonly ImportRow[] = [
  closed(
    'src/contract',
    ['zod', '@orpc/contract', 'diff', '#contract/**', 'vitest', 'fast-check'],
    'contract may import: contract, zod, @orpc/contract, diff.',
  ),
  closed('src/preload', ['electron', '#contract/**'], 'preload may import: electron, contract.'),

  {
    room: ['src/renderer/**'],
    mayNot: outsideRenderer,
    message: 'renderer may import: contract, renderer, browser packages.',
  },
  rendererRoom('ui', [], 'ui has no subject: it may import ui alone.'),
  rendererRoom('client', [], 'client is the link to the engine: it may import client alone.'),
  rendererRoom('model', ['client', 'ui'], 'model may import: client, ui.'),
  rendererRoom('parts', ['client', 'model', 'ui'], 'parts may import: model, client, ui.'),
  ...features.map((feature) =>
    rendererRoom(
      `features/${feature}`,
      ['client', 'model', 'parts', 'ui'],
      'A feature knows no other: what they share is in model (what is known) or parts (what is shown).',
    ),
  ),

  { room: ['src/main/engine/**'], mayNot: outsideEngine, message: 'The engine is plain Node and knows no host.' },
  closed(
    'src/main/engine/structures',
    ['#contract/**', '#engine/structures/**', '#engine/ports', 'vitest', 'fast-check', '#test/support/**'],
    'structures hold data, and wait, for any subject: they may import contract, ports and structures.',
  ),
  closed(
    'src/main/engine/policies',
    [
      './**',
      '#contract/**',
      '#engine/policies/**',
      '#engine/structures/**',
      'zod',
      'node:crypto',
      'vitest',
      'fast-check',
    ],
    'policies are pure: they may import contract, policies, structures and zod.',
  ),
  engineRoom('net', ['policies']),
  engineRoom('secrets', ['store']),
  engineRoom('store', ['secrets']),
  engineRoom('config', ['policies', 'secrets']),
  engineRoom('hosting', ['net', 'policies', 'store']),
  engineRoom('connections', ['hosting', 'net', 'policies', 'secrets']),
  engineRoom('signIn', ['connections', 'net', 'secrets', 'store']),
  engineRoom('registry', ['config', 'connections', 'policies', 'secrets', 'store']),
  engineRoom('clients', ['config', 'policies', 'secrets']),
  engineRoom('doctor', ['connections', 'policies', 'secrets']),
  engineRoom('questions', ['policies', 'store']),
  engineRoom('router', ['connections', 'policies', 'questions', 'registry']),
  engineRoom('packages', ['net']),
  engineRoom('hosted', ['connections', 'hosting', 'packages', 'policies', 'registry', 'router', 'secrets', 'store']),
  engineRoom('access', ['policies', 'registry', 'router', 'store']),
  engineRoom('metrics', []),
  engineRoom('gateway', ['access', 'net', 'policies', 'registry', 'router']),
  engineRoom('chat', ['net', 'policies', 'questions', 'registry', 'router', 'store']),
  engineRoom('records', ['policies', 'router', 'secrets', 'store']),
  engineRoom('native', ['connections', 'policies', 'registry', 'router']),
  engineRoom('products', ['config', 'policies', 'registry', 'secrets', 'store']),

  {
    room: ['src/main/{host,cli}/**', 'src/main/cli.ts'],
    mayNot: [
      up,
      ...electron,
      '#renderer/**',
      '#test/**',
      '!#test/support/**',
      '#engine/**',
      ...may(
        '#engine/access/grant',
        '#engine/createEngine',
        '#engine/handlers',
        '#engine/handlers/hostFacts',
        '#engine/ports',
        '#engine/log',
        '#engine/clock',
        '#engine/net/**',
        '#engine/secrets/openVault',
        '#engine/secrets/redaction',
        // The lock of the data folder is a database file, so it needs the driver.
        '#engine/store/database/sqliteDriver',
        '#engine/store/database/sqliteFaults',
      ),
    ],
    message:
      'A host may import: contract, createEngine, handlers, the SQLite driver, and what its ports are made of; electron only under src/main/electron.',
  },
  {
    room: ['src/main/electron/**', 'src/main/desktop.ts'],
    mayNot: [
      up,
      '#renderer/**',
      '#test/**',
      '!#test/support/**',
      '#engine/**',
      ...may(
        '#engine/createEngine',
        '#engine/handlers',
        '#engine/handlers/hostFacts',
        '#engine/ports',
        '#engine/log',
        '#engine/clock',
        '#engine/secrets/openVault',
        '#engine/secrets/redaction',
      ),
    ],
    message: 'A host may import: contract, createEngine, handlers, and what its ports are made of.',
  },
  {
    room: ['test/outside/**'],
    mayNot: [
      up,
      '#engine/**',
      '#contract/**',
      '#main/**',
      '#renderer/**',
      '#bench/**',
      '#test/**',
      ...may('#test/outside/**', '#test/servers/**', '#test/support/**'),
    ],
    message: 'What drives Switchboard from outside imports nothing of it.',
  },
]

const mayNotImport = (groups: readonly string[], message: string): NonNullable<OxlintOverride['rules']> => ({
  'no-restricted-imports': ['error', { patterns: [{ group: [...groups], message }] }],
})

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'node', 'react', 'jsx-a11y', 'vitest', 'promise'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['out', 'dist', 'node_modules', 'bench/peers'],
  rules: {
    'no-console': 'error',
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    eqeqeq: 'error',
    'no-underscore-dangle': 'off',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: false }],
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'consistent-return': 'off',
    'typescript/consistent-return': 'off',
    'unicorn/prefer-node-protocol': 'error',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-sort': 'off',
    'import/no-default-export': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-unassigned-import': 'off',
    'react/react-in-jsx-scope': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'no-await-in-loop': 'off',
    'no-unmodified-loop-condition': 'off',
    'no-unused-private-class-members': 'off',
    'promise/always-return': 'off',
    'import/no-named-as-default-member': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/require-to-throw-message': 'off',
    'react/incompatible-library': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    ...mayNotImport([up], 'Use a # import.'),
  },
  overrides: [
    ...importTable.map(({ room, mayNot, message }) => ({ files: [...room], rules: mayNotImport(mayNot, message) })),
    {
      files: ['test/**', 'bench/**', 'scripts/**', '**/*.test.ts'],
      rules: {
        'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
        'no-console': 'off',
        'typescript/no-non-null-assertion': 'off',
      },
    },
    { files: ['*.config.ts'], rules: { 'import/no-default-export': 'off' } },
  ],
})
