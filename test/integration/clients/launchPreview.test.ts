import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { previewDetails } from '#contract/servers/launchWords'
import type { Launch, LaunchPreview, StdioLaunch } from '#contract/servers/server'
import { readClientText } from '#engine/clients/readClients'
import { maskedText } from '#engine/clients/setup/maskedText'
import { readManifest } from '#engine/products/manifest'
import { planInstallation } from '#engine/products/plan'
import { previewOf } from '#engine/secrets/launchPreview'

const run = (command: string, args: string[], more: Partial<StdioLaunch> = {}): StdioLaunch => ({
  transport: 'stdio',
  command,
  args,
  env: {},
  ...more,
})

/** The ways in which a user is asked to agree to a launch. */
const previews: Readonly<Record<string, (launch: Launch) => LaunchPreview | undefined>> = {
  'a preview': previewOf,
  'the import of a file': (launch) => {
    const text = JSON.stringify({ switchboard: {}, mcpServers: { x: { ...launch, transport: undefined } } })
    return readClientText(text, undefined, '/home/me', { launches: [], endpoint: null })[0]?.candidate.launch
  },
  'the installation of a product': (launch) => {
    const servers = { x: { ...launch, transport: undefined } }
    const manifest = readManifest(JSON.stringify({ id: 'a', name: 'a', version: '1', mcp: { servers } }))
    return planInstallation(manifest, 'default', [], { foreseen: () => null, previewOf }).changes[0]?.launch
  },
}

it('[R31] an agreement names the client of a sign-in, and that there is a secret', () => {
  const auth = {
    clientId: 'me',
    scope: 'read',
    grant: 'client-credentials',
    clientSecret: 'abc 1',
    privateKey: 'k',
  } as const
  const launch: Launch = { transport: 'http', url: 'https://x.dev/mcp', headers: {}, auth }
  for (const preview of Object.values(previews))
    expect(preview(launch)?.values).toEqual({
      'auth:clientId': 'me',
      'auth:scope': 'read',
      'auth:grant': 'client-credentials',
      'auth:clientSecret': '***',
      'auth:privateKey': '***',
    })
})

/** What a `***` in the shown text may stand for in the real text: one word, or a `***` of that text. */
const unsplit = '(?:[\\w.~+/=@:%,-]+|\\*\\*\\*)'
const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
/** Returns whether the shown text equals the real text, except for single hidden words. */
function isShown(shown: string, text: string): boolean {
  const parts = shown.split('***').map(literally)
  return new RegExp(`^${parts.join(unsplit)}$`, 's').test(text) || shown === text
}

const nasty = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '; touch /tmp/p; ',
    ' && ',
    '$(id)',
    '`id`',
    '\n',
    '\u001b[2K',
    '\u202e',
    '\u200b',
    "'",
    '"',
    '\\',
    '|',
    '***',
  ),
)
const secretName = fc.constantFrom('API_KEY', 'token', 'MY_SECRET', 'password', '--api-key', 'Authorization', 'key')
const anyText = fc.oneof(
  nasty,
  fc.tuple(secretName, fc.constantFrom('=', ': ', ' ', ': Bearer '), nasty, nasty).map((parts) => parts.join('')),
  fc
    .tuple(fc.constantFrom('https://u:', 'postgres://', 'x https://a/?token='), nasty, fc.constant('@h/p'), nasty)
    .map((parts) => parts.join('')),
)
const variable = fc.oneof(
  fc.constantFrom(
    'NODE_OPTIONS',
    'PATH',
    'LD_PRELOAD',
    'npm_config_registry',
    'API_KEY',
    'GIT_SSH_COMMAND',
    'X_TOKEN_FILE',
  ),
  fc.stringMatching(/^[A-Z_]{1,12}$/),
)
const launches = fc.record({
  transport: fc.constant('stdio' as const),
  command: fc
    .oneof(fc.constantFrom('sh', 'npx', 'docker', 'node', '/opt/x'), anyText)
    .filter((one) => one.trim() !== ''),
  args: fc.array(fc.oneof(anyText, secretName, fc.constantFrom('-c', '-e', '-y', '-H')), { maxLength: 5 }),
  env: fc.dictionary(variable, anyText, { maxKeys: 4 }),
  cwd: fc.string({ minLength: 1 }),
})

test.each(Object.entries(previews))(
  'the command that runs is the one the user saw: %s hides only single words',
  (_way, preview) => {
    fc.assert(
      fc.property(launches, (given) => {
        const launch = { ...given, command: given.command.trim() }
        const shown = preview(launch)
        // A launch refers to a value as `${NAME}`, filled in at the start, and escapes a dollar sign as `$${`. The
        // preview shows both as stored.
        if (shown === undefined || JSON.stringify(launch).includes('${')) return
        expect(shown.cwd).toBe(launch.cwd)
        expect(Object.keys(shown.values)).toEqual(Object.keys(launch.env))
        for (const [name, value] of Object.entries(launch.env))
          expect(isShown(shown.values[name] ?? '', value)).toBe(true)
        const words = [launch.command, ...launch.args]
        const read = wordsOf(shown.line)
        expect(read).toHaveLength(words.length)
        for (const [place, word] of words.entries()) expect(isShown(read[place] ?? '', word)).toBe(true)
        for (const line of [shown.line, ...previewDetails(shown).values])
          expect(line).not.toMatch(/[\p{C}\p{Default_Ignorable_Code_Point}]/u)
      }),
      { numRuns: 500 },
    )
  },
)

/** Splits a line into words, as a shell does. */
function wordsOf(line: string): string[] {
  const words: string[] = []
  for (const [, word = ''] of line.matchAll(/((?:\$'(?:[^'\\]|\\.)*'|'[^']*'|\\'|[^\s'])+)/g))
    words.push(
      word.replace(/\$'((?:[^'\\]|\\.)*)'|'([^']*)'|\\(')/g, (_whole, ansi?: string, plain?: string, quote?: string) =>
        ansi === undefined ? (plain ?? quote ?? '') : unescaped(ansi),
      ),
    )
  return words
}

function unescaped(text: string): string {
  const signs: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }
  return text.replace(/\\(?:u([\da-f]{4})|U([\da-f]{8})|(.))/gs, (_whole, short?: string, long?: string, sign = '') =>
    short === undefined && long === undefined
      ? (signs[String(sign)] ?? String(sign))
      : String.fromCodePoint(Number.parseInt(short ?? long ?? '', 16)),
  )
}

test('the command that runs is the one the user saw: the diff of a client’s file hides only single words of a server', () => {
  fc.assert(
    fc.property(launches, fc.constantFrom('x', 'token', 'env', 'my-secret'), (launch, name) => {
      const written = {
        mcpServers: { [name]: { command: launch.command, args: launch.args, env: launch.env, cwd: launch.cwd } },
      }
      const shown = JSON.parse(maskedText(JSON.stringify(written))) as typeof written
      const entry = shown.mcpServers[name]
      expect([entry?.command, entry?.cwd, entry?.args.length]).toEqual([launch.command, launch.cwd, launch.args.length])
      for (const [place, arg] of launch.args.entries()) expect(isShown(entry?.args[place] ?? '', arg)).toBe(true)
      for (const [key, value] of Object.entries(launch.env)) expect(isShown(entry?.env[key] ?? '', value)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

describe('the command that runs is the one the user saw', () => {
  it.each<[StdioLaunch, string, Record<string, string>?]>([
    [run('sh', ['-c', 'API_KEY=x; touch P; exec true']), "sh -c 'API_KEY=***; touch P; exec true'"],
    [run('sh', ['-c', 'API_KEY=x&evil']), "sh -c 'API_KEY=***&evil'"],
    [
      run('sh', ['-c', 'curl -H "Authorization: Bearer abc" https://a/']),
      `sh -c 'curl -H "Authorization: Bearer ***" https://a/'`,
    ],
    [run('run', ['--api-key', 'x y']), "run --api-key 'x y'"],
    [run('run', ['--api-key', 'xy']), "run --api-key '***'"],
    // npx takes the word after an unknown option as the package.
    [run('npx', ['-y', '--api-key', 'evil-package']), 'npx -y --api-key evil-package'],
    [run('npx', ['-y', 'good-package', '--api-key', 'abc']), "npx -y good-package --api-key '***'"],
    [run('docker', ['run', '-e', 'API_KEY=abc', 'image']), "docker run -e 'API_KEY=***' image"],
    [run('x', ['https://evil.com\\@good.com/']), 'x https://evil.com\\@good.com/'],
    [run('x', ['a\nb', '\u001b[2Kc', '\u200b']), "x $'a\\nb' $'\\u001b[2Kc' $'\\u200b'"],
    [
      run('sh', ['-c', 'npx -y $API_KEY'], { env: { API_KEY: 'evil-package' } }),
      "sh -c 'npx -y $API_KEY'",
      { API_KEY: 'evil-package' },
    ],
    [
      run('x', [], { env: { API_KEY: 'abc', NODE_OPTIONS: '--require /tmp/p.js' } }),
      'x',
      { API_KEY: '***', NODE_OPTIONS: '--require /tmp/p.js' },
    ],
    [
      run('x', [], { env: { GIT_CONFIG_KEY_0: 'core.sshCommand', AWS_SHARED_CREDENTIALS_FILE: '/tmp/p' } }),
      'x',
      { GIT_CONFIG_KEY_0: 'core.sshCommand', AWS_SHARED_CREDENTIALS_FILE: '/tmp/p' },
    ],
    [
      run('x', [], { env: { PRIVATE_KEY: '-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\n-----END KEY-----' } }),
      'x',
      { PRIVATE_KEY: '-----BEGIN KEY-----\n***\n-----END KEY-----' },
    ],
  ])('%j', (launch, line, values = {}) => {
    expect(previewOf(launch)).toEqual({ line, values, cwd: null })
  })
})
