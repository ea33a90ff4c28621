import { describe, expect, test } from 'vitest'
import type { ProviderName } from '#contract/hosting/container'
import { automaticProvider, chooseProvider, type ReportedProvider, type Wanted } from '#engine/hosting/choice'
import { ableReport } from '#test/support/hosting/fakeProvider'

const there = (name: ProviderName, isCloud = false): ReportedProvider => ({ name, report: { ...ableReport, isCloud } })
const away = (name: ProviderName): ReportedProvider => ({
  name,
  report: { ...ableReport, available: false, missing: { reason: 'It is not there.', repair: 'Bring it.' } },
})
const wanted = (given: Partial<Wanted> = {}): Wanted => ({
  provider: 'auto',
  allowWeaker: false,
  allowCloud: false,
  limits: {},
  volumes: [],
  ports: [],
  network: { mode: 'full', hosts: [] },
  stdioBridge: true,
  package: null,
  folders: [],
  ...given,
})
const all = [there('plain'), there('e2b', true), there('firecracker'), there('gvisor')]

describe('[R28] the runtime chosen for a server', () => {
  test.each<[string, ReportedProvider[], Partial<Wanted>, ProviderName]>([
    ['gVisor before all others', all, {}, 'gvisor'],
    ['Firecracker if gVisor is not available', [away('gvisor'), ...all.slice(0, 3)], {}, 'firecracker'],
    [
      'plain containers with consent',
      [away('gvisor'), away('firecracker'), there('plain')],
      { allowWeaker: true },
      'plain',
    ],
    ['the stronger runtime even with consent to a weaker one', all, { allowWeaker: true }, 'gvisor'],
    ['the requested runtime', all, { provider: 'plain' }, 'plain'],
    ['a requested cloud', all, { provider: 'e2b' }, 'e2b'],
    [
      'a cloud with consent, if no local runtime is strong enough',
      [away('gvisor'), there('e2b', true), there('plain')],
      { allowCloud: true },
      'e2b',
    ],
    ['a local runtime even with consent to a cloud', all, { allowCloud: true }, 'gvisor'],
  ])('is %s', (_title, providers, given, name) => {
    expect(chooseProvider(providers, wanted(given)).name).toBe(name)
  })

  // Catches a person's code being sent to a cloud, or run without isolation, without consent.
  test.each<[string, ReportedProvider[], Partial<Wanted>]>([
    ['a plain container without consent', [away('gvisor'), there('plain')], {}],
    ['a cloud without consent', [away('gvisor'), there('e2b', true)], { allowWeaker: true }],
    ['a runtime other than the requested one', [away('firecracker'), there('gvisor')], { provider: 'firecracker' }],
    ['anything if there is no runtime', [], {}],
  ])('is never %s', (_title, providers, given) => {
    expect(() => chooseProvider(providers, wanted(given))).toThrow(
      expect.objectContaining({ code: 'RUNTIME_UNAVAILABLE' }),
    )
  })

  test('a missing runtime is reported with its repair, and with the weaker runtime that is available', () => {
    const choose = () => chooseProvider([away('gvisor'), there('plain')], wanted())
    expect(choose).toThrow(/gvisor: It is not there\. Bring it\..*allow_weaker/)
  })

  test('the report for the page says which runtime auto would choose', () => {
    expect(automaticProvider(all)).toBe('gvisor')
    expect(automaticProvider([there('plain'), there('e2b', true)])).toBeNull()
  })
})

describe('[R28] limits', () => {
  const without = (can: Partial<(typeof ableReport)['can']>): ReportedProvider => ({
    name: 'gvisor',
    report: { ...ableReport, can: { ...ableReport.can, ...can } },
  })

  test('default to 0.5 cores, 512 MB and 1 GB', () => {
    const limits = { cpu: true, memory: true, disk: true }
    expect(chooseProvider([without({ limits })], wanted())).toMatchObject({
      limits: { cpu: 0.5, memoryBytes: 512 * 2 ** 20, diskBytes: 2 ** 30 },
      notEnforced: [],
    })
  })

  test('a default that cannot be enforced is marked', () => {
    const { limits, notEnforced } = chooseProvider([there('gvisor')], wanted({ limits: { memory: '1G' } }))
    expect(limits).toEqual({ cpu: 0.5, memoryBytes: 2 ** 30, diskBytes: null })
    expect(notEnforced).toEqual(['disk'])
  })

  test.each<[string, Partial<Wanted>, ReportedProvider, string]>([
    ['disk', { limits: { disk: '1G' } }, there('gvisor'), 'resource_limits.disk'],
    ['hosts', { network: { mode: 'allow', hosts: ['a.example'] } }, there('gvisor'), 'network.mode'],
    ['volumes', { volumes: ['/data'] }, without({ volumes: false }), 'volumes'],
    ['ports', { stdioBridge: false, ports: [{ container: 80, path: '/mcp' }] }, without({ ports: false }), 'ports'],
  ])('a requested %s is refused if it cannot be enforced', (_title, given, provider, path) => {
    expect(() => chooseProvider([provider], wanted(given))).toThrow(
      expect.objectContaining({ code: 'LIMIT_NOT_ENFORCEABLE', data: { path } }),
    )
  })

  test('a list of hosts together with a port is refused on every runtime', () => {
    const able: ReportedProvider = { name: 'gvisor', report: { ...ableReport, noAllowList: null } }
    const network = { mode: 'allow' as const, hosts: ['a.example'] }
    const ports = [{ container: 80, path: '/mcp' }]
    expect(() => chooseProvider([able], wanted({ network, ports, stdioBridge: false }))).toThrow(
      expect.objectContaining({ code: 'LIMIT_NOT_ENFORCEABLE', data: { path: 'network.mode' } }),
    )
  })

  test('the error says what a cloud lacks: a key, or consent', () => {
    const keyless: ReportedProvider = {
      name: 'e2b',
      report: {
        ...ableReport,
        isCloud: true,
        available: false,
        missing: { reason: 'There is no key.', repair: 'Get one.' },
      },
    }
    expect(() => chooseProvider([away('gvisor'), keyless], wanted())).toThrow(/e2b: There is no key. Get one./)
    expect(() => chooseProvider([away('gvisor'), there('e2b', true)], wanted())).toThrow(/only with allow_cloud/)
  })

  test('auto uses the next runtime that can enforce the limit', () => {
    const able: ReportedProvider = {
      name: 'firecracker',
      report: { ...ableReport, noAllowList: null },
    }
    const network = { mode: 'allow' as const, hosts: ['a.example'] }
    expect(chooseProvider([there('gvisor'), able], wanted({ network })).name).toBe('firecracker')
  })
})
