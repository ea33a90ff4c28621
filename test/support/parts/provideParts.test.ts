/** Parts are installed before the first test, all together. A missing part is named with the reason. */
import { expect, test } from 'vitest'
import type { PackageMachine } from '#test/support/parts/installPackages'
import { neededParts } from '#test/support/parts/neededParts'
import type { PartName } from '#test/support/parts/parts'
import { bringParts } from '#test/support/parts/provideParts'
import { listFiles, repository } from '#test/architecture/repository'

interface Scripted {
  readonly refusal?: string
  /** The outcome of each command, in order. Commands after the last outcome succeed. */
  readonly problems?: readonly (string | null)[]
  /** `before`: the files that already exist. `brings`: the files that each package's installation adds. */
  readonly before?: readonly string[]
  readonly brings?: Readonly<Record<string, readonly string[]>>
}

const chromium = { chromium: ['chromium'] }
const postgresql = { postgresql: ['initdb', 'postgres'] }
const locked = 'E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 1 (apt-get)'

async function bring(needed: readonly PartName[], { refusal, problems = [], before = [], brings = {} }: Scripted) {
  const there = new Set(before)
  const ran: string[] = []
  let nowMs = 0
  let written = ''
  const machine: PackageMachine = {
    refusal: () => refusal ?? null,
    run(command, ...args) {
      const problem = problems[ran.length] ?? null
      ran.push([command, ...args].join(' '))
      if (problem === null && args[0] === 'install')
        for (const file of args.flatMap((name) => brings[name] ?? [])) there.add(file)
      nowMs += 1000
      return Promise.resolve(problem)
    },
    write: (text) => (written += text),
    nowMs: () => nowMs,
    pause(ms) {
      nowMs += ms
      return Promise.resolve()
    },
  }
  const missing = await bringParts(needed, machine, (file) => there.has(file))
  return { ran, written, missing: Object.fromEntries(needed.map((name) => [name, missing[name] ?? null])) }
}

const install = (packages: string) => `apt-get install -y --no-install-recommends ${packages}`

test('if every part is installed, no command runs and nothing is printed', async () => {
  expect(await bring(['browser'], { before: ['chromium'] })).toEqual({
    ran: [],
    written: '',
    missing: { browser: null },
  })
  expect((await bring([], {})).ran).toEqual([])
})

test('missing packages come in one update and one installation, with one line of output', async () => {
  const brought = await bring(['browser', 'keychain', 'postgres'], {
    before: ['dbus-run-session'],
    brings: { ...chromium, ...postgresql, 'gnome-keyring': ['gnome-keyring-daemon'] },
  })
  expect(brought).toEqual({
    ran: ['apt-get update', install('chromium gnome-keyring postgresql')],
    written: 'Installing what tests need from Debian: chromium gnome-keyring postgresql … done (2 s)\n',
    missing: { browser: null, keychain: null, postgres: null },
  })
})

test.each<[string, Scripted, readonly string[], Record<string, string | null>]>([
  [
    'without the right to install, the set-up says so and tries nothing',
    { refusal: 'only root can install it' },
    [],
    { browser: 'chromium is missing (Debian: chromium); only root can install it' },
  ],
  [
    'package lists that cannot be fetched do not prevent a package that the old lists contain',
    { problems: ['E: no network'], brings: chromium },
    ['apt-get update', install('chromium')],
    { browser: null },
  ],
  [
    'an apt-get that another apt-get blocks waits for it',
    { problems: [locked, null, locked, locked, null], brings: chromium },
    ['apt-get update', 'apt-get update', install('chromium'), install('chromium'), install('chromium')],
    { browser: null },
  ],
  [
    'an interrupted installation is finished first',
    { problems: [null, 'E: dpkg was interrupted, you must manually run ‘dpkg --configure -a’'], brings: chromium },
    ['apt-get update', install('chromium'), 'dpkg --configure -a', install('chromium')],
    { browser: null },
  ],
  [
    'a package with the wrong files does not count as the part',
    { brings: { chromium: ['chrome'] } },
    ['apt-get update', install('chromium')],
    { browser: 'chromium is missing (Debian: chromium); no package contains it' },
  ],
])('%s', async (_, scripted, ran, missing) => {
  expect(await bring(['browser'], scripted)).toMatchObject({ ran, missing })
})

test('a package that this Debian does not have skips only its own part', async () => {
  const brought = await bring(['browser', 'postgres'], {
    problems: [null, 'E: Unable to locate package chromium'],
    brings: postgresql,
  })
  expect(brought.ran).toEqual(['apt-get update', install('chromium postgresql'), install('postgresql')])
  expect(brought.missing).toEqual({
    browser: 'chromium is missing (Debian: chromium); Unable to locate package chromium',
    postgres: null,
  })
  expect(brought.written).toContain('failed: Unable to locate package chromium')
})

test('another apt-get that never exits is waited for only up to a limit', async () => {
  const { missing, ran } = await bring(['browser'], { problems: Array.from({ length: 10_000 }, () => locked) })
  expect(ran.length).toBeLessThan(1000)
  expect(missing['browser']).toContain('Could not get lock')
})

test("a run of some files installs only these files' parts", () => {
  const file = (path: string) => `${repository}/${path}`
  expect(neededParts([file('src/main/engine/clock.ts')])).toEqual([])
  expect(neededParts([file('test/integration/store/stores.test.ts')])).toEqual(['postgres'])
  expect(neededParts([file('test/e2e/reading.test.ts')])).toEqual(['browser', 'desktop'])
  const all = listFiles().filter((path) => path.endsWith('.test.ts'))
  expect(neededParts(all.map(file))).toContain('keychain')
})
