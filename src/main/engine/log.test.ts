import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors'
import { createLog } from '#engine/log'
import { createRedactor } from '#engine/secrets/redaction'

const secret = 'hunter2-hunter2'

function captured(level?: string) {
  const written: string[] = []
  const redactor = createRedactor()
  redactor.add(secret)
  const log = createLog({ level, redactor, destination: { write: (text: string) => void written.push(text) } })
  return { log, redactor, written, lines: () => written.map((text) => JSON.parse(text) as Record<string, unknown>) }
}

test('a line is JSON with level, time, message and fields', () => {
  const { log, written, lines } = captured()
  log.child({ server: 'git' }).warn({ attempt: 2 }, 'it %s died')
  expect(written[0]).toMatch(/\n$/)
  expect(lines()[0]).toMatchObject({ level: 'warn', server: 'git', attempt: 2, msg: 'it %s died', pid: process.pid })
  expect(lines()[0]?.['time']).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
})

test.each([
  ['debug', ['debug', 'info', 'warn', 'error']],
  ['WARN', ['warn', 'error']],
  ['silent', []],
  ['loud', ['info', 'warn', 'error']],
  [undefined, ['info', 'warn', 'error']],
])('LOG_LEVEL=%s writes %j', (level, expected) => {
  const { log, lines } = captured(level)
  for (const name of ['debug', 'info', 'warn', 'error'] as const) log[name]({}, 'x')
  expect(lines().map((line) => line['level'])).toEqual(expected)
})

describe('no secret reaches a line', () => {
  test('by message, by nested field, by key of a map, by bound field', () => {
    const { log, written } = captured()
    const fields = {
      a: secret,
      b: [{ c: `x${secret}` }],
      d: new Map([['e', new Set([secret])]]),
      f: new URL(`http://x/${secret}`),
    }
    log.child({ bound: secret }).error(fields, `said ${secret}`)
    expect(written.join('')).not.toContain(secret)
    expect(written.join('').match(/\[redacted\]/g)).toHaveLength(6)
  })

  test('by message, stack or cause of an error, in any field', () => {
    const { log, written, lines } = captured()
    const cause = new Error(`cause ${secret}`)
    const error = new AppError('SERVER_LOST', `lost ${secret}`, { cause, data: { secret } })
    for (const name of ['error', 'err', 'reason']) log.error({ [name]: error }, 'x')
    expect(written.join('')).not.toContain(secret)
    for (const [place, name] of ['error', 'err', 'reason'].entries()) {
      expect(lines()[place]?.[name]).toMatchObject({
        type: 'AppError',
        code: 'SERVER_LOST',
        message: 'lost [redacted]',
        stack: expect.stringContaining('log.test.ts') as string,
        cause: { type: 'Error', message: 'cause [redacted]' },
      })
    }
  })

  test('even if it became known after the field was bound', () => {
    const { log, redactor, written } = captured()
    const child = log.child({ bound: 'late-secret' })
    redactor.add('late-secret')
    child.info({}, 'x')
    expect(written.join('')).not.toContain('late-secret')
  })
})

test('no logged value makes the log throw, and the readable parts are written', () => {
  const { log, lines } = captured()
  const circle: Record<string, unknown> = { name: 'circle' }
  circle['self'] = circle
  const hostile = {
    get bad(): string {
      throw new Error('no')
    },
  }
  const deep = Array.from({ length: 50 }).reduce<unknown>((inner) => ({ inner }), 'x')
  const odd = {
    big: 12n,
    symbol: Symbol('s'),
    call: () => 1,
    date: new Date(Number.NaN),
    bytes: Buffer.from('abc'),
    nothing: undefined,
  }
  log.info({ circle, hostile, deep, odd, proxy: new Proxy({}, { ownKeys: () => [1 as never] }) }, 'all')
  expect(lines()[0]).toMatchObject({
    circle: { name: 'circle', self: '[circular]' },
    hostile: '[unreadable: no]',
    odd: { big: '12', symbol: 'Symbol(s)', date: null, bytes: '[3 bytes]' },
    msg: 'all',
  })
  const broken = createLog({
    level: 'info',
    redactor: createRedactor(),
    destination: {
      write() {
        throw new Error('disk full')
      },
    },
  })
  expect(() => broken.error({ a: 1 }, 'x')).not.toThrow()
})

test('an error that is its own cause, and an aggregate of errors, are written', () => {
  const { log, lines } = captured()
  const error: Error & { cause?: unknown } = new Error('round')
  error.cause = error
  log.error({ error, all: new AggregateError([new Error('one'), new Error('two')], 'both') }, 'x')
  expect(lines()[0]).toMatchObject({
    error: { cause: '[circular]' },
    all: { message: 'both', errors: [{ message: 'one' }, { message: 'two' }] },
  })
})

test('a very long text is cut, and no part of a secret stays at the cut', () => {
  const { log, written } = captured()
  log.info({ text: 'x'.repeat(10_000_000) }, 'x')
  expect(written[0]?.length).toBeLessThan(40_000)
  log.info({ text: 'x'.repeat(32_768 - 5) + secret + 'x'.repeat(100_000) }, 'x')
  expect(written[1]).not.toContain(secret.slice(0, 3))
})
