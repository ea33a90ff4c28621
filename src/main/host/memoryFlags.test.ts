import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { memoryFlags } from '#main/host/memoryFlags'

/** Catches an engine whose first words are an error of V8: another version may know other flags. */
it('asks of V8 only what it knows', () => {
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })
  for (const flag of memoryFlags(process.versions.v8)) expect(known).toContain(`--${flag.replace(/^--no-/, '')} (`)
})

it.each(['11.3.244.8-node.38', '14.0.1', '130.1'])('asks of V8 %s what every version knows', (version) => {
  expect(memoryFlags(version)).toEqual(['--no-allocation-site-pretenuring'])
})
