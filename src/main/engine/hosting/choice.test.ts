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
  limits: {},
  volumes: [],
  ports: [],
  network: { mode: 'full', hosts: [] },
  stdioBridge: true,
  ...given,
})
const all = [there('plain'), there('e2b', true), there('firecracker'), there('gvisor')]

describe('[R28] which runtime takes a server', () => {
  test.each<[string, ReportedProvider[], Partial<Wanted>, ProviderName]>([
    ['gVisor before all others', all, {}, 'gvisor'],
    ['then Firecracker', [away('gvisor'), ...all.slice(0, 3)], {}, 'firecracker'],
    ['a plain one by consent', [away('gvisor'), away('firecracker'), there('plain')], { allowWeaker: true }, 'plain'],
    ['the stronger one also with consent', all, { allowWeaker: true }, 'gvisor'],
    ['the one that is named', all, { provider: 'plain' }, 'plain'],
    ['a cloud that is named', all, { provider: 'e2b' }, 'e2b'],
  ])('%s', (_title, providers, given, name) => {
    expect(chooseProvider(providers, wanted(given)).name).toBe(name)
  })

  // Catches code of a person's that goes to a company, or runs beside everything else, without anybody having said so.
  test.each<[string, ReportedProvider[], Partial<Wanted>]>([
    ['a plain one without consent', [away('gvisor'), there('plain')], {}],
    ['a cloud without being named', [away('gvisor'), there('e2b', true)], { allowWeaker: true }],
    ['another than the named one', [away('firecracker'), there('gvisor')], { provider: 'firecracker' }],
    ['anything where there is nothing', [], {}],
  ])('never %s', (_title, providers, given) => {
    expect(() => chooseProvider(providers, wanted(given))).toThrow(
      expect.objectContaining({ code: 'RUNTIME_UNAVAILABLE' }),
    )
  })

  test('what is missing is said with its repair, and that there would be a weaker one', () => {
    const choose = () => chooseProvider([away('gvisor'), there('plain')], wanted())
    expect(choose).toThrow(/gvisor: It is not there\. Bring it\..*allow_weaker/)
  })

  test('the page is told what auto would be', () => {
    expect(automaticProvider(all)).toBe('gvisor')
    expect(automaticProvider([there('plain'), there('e2b', true)])).toBeNull()
  })
})

describe('[R28] limits', () => {
  const without = (can: Partial<(typeof ableReport)['can']>): ReportedProvider => ({
    name: 'gvisor',
    report: { ...ableReport, can: { ...ableReport.can, ...can } },
  })

  test('are 0.5 cores, 512 MB and 1 GB where nothing is said', () => {
    const limits = { cpu: true, memory: true, disk: true }
    expect(chooseProvider([without({ limits })], wanted())).toMatchObject({
      limits: { cpu: 0.5, memoryBytes: 512 * 2 ** 20, diskBytes: 2 ** 30 },
      notEnforced: [],
    })
  })

  test('a default that cannot be held is marked', () => {
    const { limits, notEnforced } = chooseProvider([there('gvisor')], wanted({ limits: { memory: '1G' } }))
    expect(limits).toEqual({ cpu: 0.5, memoryBytes: 2 ** 30, diskBytes: null })
    expect(notEnforced).toEqual(['disk'])
  })

  test.each<[string, Partial<Wanted>, ReportedProvider, string]>([
    ['disk', { limits: { disk: '1G' } }, there('gvisor'), 'resource_limits.disk'],
    ['hosts', { network: { mode: 'allow', hosts: ['a.example'] } }, there('gvisor'), 'network.mode'],
    ['volumes', { volumes: ['/data'] }, without({ volumes: false }), 'volumes'],
    ['ports', { stdioBridge: false, ports: [{ container: 80, path: '/mcp' }] }, without({ ports: false }), 'ports'],
  ])('%s that was asked for is refused where it cannot be held', (_title, given, provider, path) => {
    expect(() => chooseProvider([provider], wanted(given))).toThrow(
      expect.objectContaining({ code: 'LIMIT_NOT_ENFORCEABLE', data: { path } }),
    )
  })

  test('auto goes on to the next that can', () => {
    const able: ReportedProvider = {
      name: 'firecracker',
      report: { ...ableReport, can: { ...ableReport.can, allowList: true } },
    }
    const network = { mode: 'allow' as const, hosts: ['a.example'] }
    expect(chooseProvider([there('gvisor'), able], wanted({ network })).name).toBe('firecracker')
  })
})
