import { expect, test } from 'vitest'
import type { RuntimeReport, Runtimes } from '#contract/hosting/hostedServer'
import { repairParts } from '#renderer/features/hosting/runtimes/repairParts.ts'
import { needsConsent, sharedLack, shortcomings } from '#renderer/features/hosting/runtimes/shownRuntimes.ts'

const can = {
  limits: { cpu: true, memory: true, disk: true },
  volumes: true,
  ports: true,
  usage: true,
  allow_list: true,
}
const noEngine = { reason: 'No engine answers.', repair: 'Install one.' }

function report(name: RuntimeReport['name'], missing: RuntimeReport['missing'] = null): RuntimeReport {
  return { name, available: missing === null, weaker: name === 'plain', cloud: name === 'e2b', missing, can }
}

test('consent is asked for where a plain container is all there is', () => {
  const here = (auto: Runtimes['auto'], ...runtimes: RuntimeReport[]) => needsConsent({ auto, runtimes })
  expect(here(null, report('gvisor', noEngine), report('plain'))).toBe(true)
  expect(here('gvisor', report('gvisor'), report('plain'))).toBe(false)
  expect(here(null, report('gvisor', noEngine), report('plain', noEngine))).toBe(false)
  expect(needsConsent(undefined)).toBe(false)
})

test('what several lack alike is said once', () => {
  const noKey = { reason: 'There is no key.', repair: 'Set one.' }
  const runtimes = [report('gvisor', noEngine), report('e2b', noKey), report('plain', { ...noEngine })]
  expect(sharedLack({ auto: null, runtimes })).toEqual(noEngine)
  expect(sharedLack({ auto: null, runtimes: runtimes.slice(1) })).toBeNull()
})

test('what a runtime cannot do is said of one that is here', () => {
  const weak = { ...can, limits: { cpu: false, memory: true, disk: false }, volumes: false, allow_list: false }
  expect(shortcomings({ ...report('gvisor'), can: weak })).toBe(
    'Without limits of cpu and disk, volumes, lists of allowed hosts.',
  )
  expect(shortcomings(report('gvisor'))).toBeNull()
  expect(shortcomings({ ...report('gvisor', noEngine), can: weak })).toBeNull()
})

test('commands of an advice can be copied, and its addresses opened', () => {
  const text =
    'Install it (https://example.com/install/; on Debian: apt-get install runsc), run `runsc install` and wait.'
  expect(repairParts(text)).toEqual([
    { kind: 'words', text: 'Install it (' },
    { kind: 'address', text: 'https://example.com/install/' },
    { kind: 'words', text: '; on Debian: ' },
    { kind: 'command', text: 'apt-get install runsc' },
    { kind: 'words', text: '), run ' },
    { kind: 'command', text: 'runsc install' },
    { kind: 'words', text: ' and wait.' },
  ])
  expect(repairParts('Docker Desktop.').map(({ kind }) => kind)).toEqual(['words'])
})
