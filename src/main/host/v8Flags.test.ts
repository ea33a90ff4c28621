import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { servingFlags, startingFlags, usualFlags } from '#main/host/v8Flags'

const { v8 } = process.versions
const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })

/** Catches an engine that starts with an error message from V8, because another version may know other flags. */
it('uses only flags that V8 knows', () => {
  for (const flag of [...startingFlags(v8), ...servingFlags(v8)]) {
    const name = flag.replace(/^--(no-)?/, '').replace(/=.*/, '')
    expect(known).toContain(`--${name} (`)
  }
})

/** Catches limits that are reset to other values than V8's own: kept code would be refused at each start. */
it('resets limits to the defaults of V8', () => {
  const limits = usualFlags(v8).filter((flag) => flag.includes('='))
  expect(limits).not.toEqual([])
  for (const limit of limits) expect(known).toContain(`default: ${limit}\n`)
})

it.each(['11.3.244.8-node.38', '14.0.1', '130.1'])('uses only common flags with V8 %s', (version) => {
  expect(startingFlags(version)).toEqual(['--no-allocation-site-pretenuring', '--no-parallel-scavenge'])
})

/** Catches a code cache that V8 refuses at each start because it was compiled with other flags. */
it('resets its flags: V8 then accepts code compiled with the default flags', () => {
  const script = `const { setFlagsFromString: set, cachedDataVersionTag: tag } = require('node:v8')
    const before = tag()
    for (const flag of process.argv.slice(1)) set(flag)
    console.log(tag() === before)`
  const [asked, serving, back] = [startingFlags(v8), servingFlags(v8), usualFlags(v8)]
  const countedAfter = (flags: readonly string[]) =>
    execFileSync(process.execPath, ['-e', script, '--', ...flags], { encoding: 'utf8' }).trim()
  expect(countedAfter(asked)).toBe('false')
  expect(countedAfter([...asked, ...back])).toBe('true')
  expect(countedAfter([...asked, ...serving, ...back])).toBe('true')
})
