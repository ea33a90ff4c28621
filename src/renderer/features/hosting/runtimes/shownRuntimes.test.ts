import { expect, test } from 'vitest'
import type { RuntimeReport, Runtimes } from '#contract/hosting/hostedServer'
import {
  needsCloudConsent,
  needsConsent,
  sharedLack,
  shortcomings,
} from '#renderer/features/hosting/runtimes/shownRuntimes.ts'

const can = {
  limits: { cpu: true, memory: true, disk: true },
  volumes: true,
  ports: true,
  usage: true,
  allow_list: true,
  folders: true,
}
const noEngine = { reason: 'No Docker answers.', repair: 'Install one.' }

function report(name: RuntimeReport['name'], missing: RuntimeReport['missing'] = null): RuntimeReport {
  return { name, available: missing === null, weaker: name === 'plain', cloud: name === 'e2b', missing, can }
}

test('consent is asked for if only a plain container is available', () => {
  const here = (auto: Runtimes['auto'], ...runtimes: RuntimeReport[]) => needsConsent({ auto, runtimes })
  expect(here(null, report('gvisor', noEngine), report('plain'))).toBe(true)
  expect(here('gvisor', report('gvisor'), report('plain'))).toBe(false)
  expect(here(null, report('gvisor', noEngine), report('plain', noEngine))).toBe(false)
  expect(needsConsent(undefined)).toBe(false)
  expect(needsCloudConsent({ auto: null, runtimes: [report('gvisor', noEngine), report('e2b')] })).toBe(true)
  expect(needsCloudConsent({ auto: 'gvisor', runtimes: [report('gvisor'), report('e2b')] })).toBe(false)
})

test('a problem of several runtimes is shown once', () => {
  const noKey = { reason: 'There is no key.', repair: 'Set one.' }
  const runtimes = [report('gvisor', noEngine), report('e2b', noKey), report('plain', { ...noEngine })]
  expect(sharedLack({ auto: null, runtimes })).toEqual(noEngine)
  expect(sharedLack({ auto: null, runtimes: runtimes.slice(1) })).toBeNull()
})

test('the shortcomings of an available runtime are shown', () => {
  const weak = { ...can, limits: { cpu: false, memory: true, disk: false }, volumes: false, allow_list: false }
  expect(shortcomings({ ...report('gvisor'), can: weak })).toBe(
    'Not supported: CPU and disk limits, volumes, lists of allowed hosts.',
  )
  expect(shortcomings(report('gvisor'))).toBeNull()
  expect(shortcomings({ ...report('gvisor', noEngine), can: weak })).toBeNull()
})
