import { describe, expect, test } from 'vitest'
import { causeCode, type CauseCode, type CauseFacts } from '#contract/servers/cause'
import { repair } from '#contract/servers/repair'
import { repairSentence } from '#contract/servers/repairWords'
import { programSource } from '#engine/policies/repairs/programSources'
import { repairsOf, repairTable } from '#engine/policies/repairs/repairs'

const linux = { isHosted: false, platform: 'linux' } as const
/** The facts that a cause can have, all of them. */
const about: CauseFacts = { variable: 'ACME_TOKEN', command: 'uvx', file: '/opt/uvx', header: 'Authorization' }
const kinds = (code: CauseCode, facts: CauseFacts = about, place: Parameters<typeof repairsOf>[1] = linux) =>
  repairsOf({ code, about: facts }, place).map(({ kind }) => kind)

describe.each(causeCode.options)('the cause %s', (code) => {
  test('has a repair, or a reason why there is none', () => {
    const row = repairTable[code]
    if ('none' in row) expect(row.none).toMatch(/^[A-Z].*\.$/)
    else expect(kinds(code)).not.toEqual([])
  })

  test('has repairs that the contract accepts, each as a sentence', () => {
    for (const one of repairsOf({ code, about }, linux)) {
      expect(repair.parse(one)).toEqual(one)
      expect(repairSentence(one, 'acme')).toMatch(/^[A-Z][^\n]{5,}/)
      expect(repairSentence(one, 'acme')).not.toMatch(/undefined|null/)
    }
  })

  test('has, for a server in a container, only repairs of its settings, secrets and sign-in, or another try', () => {
    const allowed = new Set(['editHosted', 'setSecret', 'signIn', 'tryAgain'])
    expect(kinds(code, about, { ...linux, isHosted: true }).filter((kind) => !allowed.has(kind))).toEqual([])
  })
})

test.each<[CauseCode, CauseFacts, unknown]>([
  ['secret-missing', { variable: 'KEY', project: 'p1' }, [{ kind: 'setSecret', secret: 'KEY', projectId: 'p1' }]],
  ['variable-missing', { variable: 'KEY' }, [{ kind: 'setVariable', variable: 'KEY' }]],
  ['variable-missing', { variable: 'KEY', place: 'env.OWN' }, [{ kind: 'setVariable', variable: 'OWN' }]],
  ['variable-missing', { variable: 'KEY', place: 'headers.X-Key' }, [{ kind: 'replaceHeader', header: 'X-Key' }]],
  ['variable-missing', { variable: 'KEY', place: 'args[1]' }, [{ kind: 'editCommand' }]],
  // The mask that replaces a hidden secret is not the name of a variable.
  ['variable-missing', { variable: '***' }, []],
  ['command-on-login-path', { command: 'uvx', file: '/a/uvx' }, [{ kind: 'editCommand', program: '/a/uvx' }]],
  ['folder-missing', { file: '/a' }, [{ kind: 'editFolder' }]],
  [
    'header-refused',
    { header: 'Authorization', scheme: 'Bearer' },
    [{ kind: 'replaceHeader', header: 'Authorization', scheme: 'Bearer' }],
  ],
  ['header-missing', {}, [{ kind: 'addHeader' }]],
  ['sign-in-needed', {}, [{ kind: 'signIn' }]],
])('%s with %j is repaired by %j', (code, facts, repairs) => {
  expect(repairsOf({ code, about: facts }, linux)).toEqual(repairs)
})

test('a missing program is installed by the command of its platform, or by its page', () => {
  const install = (command: string, platform: NodeJS.Platform) =>
    repairsOf({ code: 'command-missing', about: { command } }, { isHosted: false, platform })[0]
  expect(install('uvx', 'linux')).toMatchObject({
    kind: 'install',
    title: 'uv',
    command: expect.stringContaining('astral.sh/uv/install.sh') as string,
  })
  expect(install('uvx.exe', 'win32')).toMatchObject({
    kind: 'install',
    command: expect.stringContaining('powershell') as string,
  })
  expect(install('npx', 'linux')).toMatchObject({
    title: 'Node.js',
    command: null,
    page: expect.stringContaining('nodejs.org') as string,
  })
  expect(install('npx', 'darwin')).toMatchObject({ command: 'brew install node' })
  expect(install('my-own-server', 'linux')).toEqual({ kind: 'editCommand' })
})

test('it is known which program brings another, as Node.js brings npx', () => {
  expect(programSource('npx.cmd')).toMatchObject({ title: 'Node.js', brings: 'npx' })
  expect(programSource('python3')).toMatchObject({ title: 'Python', brings: null })
  expect(programSource('toString')).toBeNull()
})
