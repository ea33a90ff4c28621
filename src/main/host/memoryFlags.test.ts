import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { servingFlags, startingFlags, usualFlags } from '#main/host/memoryFlags'

/** Catches an engine whose first words are an error of V8: another version may know other flags. */
it('asks of V8 only what it knows', () => {
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })
  for (const flag of startingFlags(process.versions.v8)) expect(known).toContain(`--${flag.replace(/^--no-/, '')} (`)
})

it.each(['11.3.244.8-node.38', '14.0.1', '130.1'])('asks of V8 %s what every version knows', (version) => {
  expect(startingFlags(version)).toEqual(['--no-allocation-site-pretenuring', '--no-parallel-scavenge'])
})

/** Catches kept code that V8 refuses at each start: it was compiled while other flags held. */
it('takes back what it asked for: V8 counts its flags as it started with them', () => {
  const script = `const { setFlagsFromString: set, cachedDataVersionTag: tag } = require('node:v8')
    const before = tag()
    for (const flag of process.argv.slice(1)) set(flag)
    console.log(tag() === before)`
  const { v8 } = process.versions
  const [asked, serving, back] = [startingFlags(v8), servingFlags(v8), usualFlags(v8)]
  const countedAfter = (flags: readonly string[]) =>
    execFileSync(process.execPath, ['-e', script, '--', ...flags], { encoding: 'utf8' }).trim()
  expect(countedAfter(asked)).toBe('false')
  expect(countedAfter([...asked, ...back])).toBe('true')
  expect(countedAfter([...asked, ...serving, ...back])).toBe('true')
})
