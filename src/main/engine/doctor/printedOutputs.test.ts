/**
 * Outputs that programs printed when they failed, and what must be read from them. `documented.txt` follows the
 * documentation of tools and systems that were not run. Real programs printed everything else.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { causeCode } from '#contract/servers/cause'
import { causesIn } from '#engine/policies/printed/causes'
import { reasonIn } from '#engine/policies/printed/reason'

const folder = new URL('outputs/', import.meta.url)

interface Output {
  readonly title: string
  /** "? " at the beginning means that no error was recognised, so this is only the last output. */
  readonly reason: string
  readonly causes: string
  readonly lines: readonly string[]
}

function outputsIn(file: string): Output[] {
  const [, ...sections] = readFileSync(new URL(file, folder), 'utf8').split(/^##### /m)
  return sections.map((section) => {
    const [title = '', reason = '', causes = '', , ...lines] = section.trimEnd().split('\n')
    return { title, reason: reason.replace(/^reason: /, ''), causes: causes.replace(/^causes: /, ''), lines }
  })
}

const files = readdirSync(folder)

describe.each(files)('%s', (file) => {
  test.each(outputsIn(file))('$title', ({ reason, causes, lines }) => {
    const found = reasonIn(lines)
    expect(found === null ? null : `${found.isError ? '' : '? '}${found.text}`).toBe(reason)
    const named = causesIn(lines).map(({ code, about }) => `${code} ${JSON.stringify(about)}`)
    expect(named.join(' | ') || 'none').toBe(causes)
  })
})

test('each advice consists of complete sentences, with the known facts of its cause', () => {
  const all = files.flatMap(outputsIn).flatMap(({ lines }) => causesIn(lines))
  for (const { text } of all) expect(text).toMatch(/^(?:[A-Z]|\.?\/)[^\n]*[\w.)]$/)
  expect(all.filter(({ text }) => /undefined|\(\)| {2}/.test(text))).toEqual([])
})

test('the outputs cover every cause that is recognised by output', () => {
  const named = new Set(files.flatMap(outputsIn).flatMap(({ lines }) => causesIn(lines).map(({ code }) => code)))
  // Causes that the doctor recognises by other signs than output.
  const seenOtherwise = [
    'address-wrong',
    'another-copy-runs',
    'answer-too-large',
    'command-missing',
    'command-on-login-path',
    'does-not-speak-mcp',
    'ended-at-once',
    'ended-by-signal',
    'ended-without-reason',
    'fetch-too-slow',
    'folder-missing',
    'header-missing',
    'header-refused',
    'limit-not-enforceable',
    'prints-on-stdout',
    'runtime-missing',
    'secret-missing',
    'server-floods',
    'sign-in-needed',
    'tools-quarantined',
    'unresponsive',
  ]
  expect(causeCode.options.filter((code) => !named.has(code) && !seenOtherwise.includes(code))).toEqual([])
})

test.each([[[]], [['', '   ']], [['    at Object.<anonymous> (/srv/app/x.js:1:1)', '}', 'Node.js v24.0.0']]])(
  'no reason is invented for %j',
  (lines) => {
    expect(reasonIn(lines)).toBeNull()
    expect(causesIn(lines)).toEqual([])
  },
)

test.each(['Server started', 'MCP_SERVER ready', 'npm notice New major version of npm available!'])(
  '%j has no known cause',
  (line) => {
    expect(causesIn([line])).toEqual([])
  },
)

test('a line of a megabyte and a million lines are read within limits', () => {
  expect(reasonIn([`Error: ${'x'.repeat(1_000_000)}`])?.text.length).toBeLessThan(400)
  const many = Array.from({ length: 100_000 }, (_, at) => `line ${at}`)
  expect(reasonIn([...many, 'Error: at the end'])?.text).toBe('Error: at the end')
})
