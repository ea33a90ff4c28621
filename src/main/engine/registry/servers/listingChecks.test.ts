import { describe, expect, it } from 'vitest'
import { checkEntries } from '#engine/registry/servers/listingChecks'

describe('checkEntries', () => {
  it('passes on valid entries unchanged and leaves out each bad entry with a reason', () => {
    const good = { uri: 'file:///a', name: 'a', 'x-vendor': 1 }
    const checked = checkEntries('resources', [good, { uri: 5, name: 'b' }, null, { ...good }])
    expect(checked.sound).toEqual([{ key: 'file:///a', definition: good }])
    expect(checked.sound[0]?.definition).toBe(good)
    expect(checked.refused.map(({ key }) => key)).toEqual(['(none)', '(none)', 'file:///a'])
    expect(checked.refused[0]?.reason).toMatch(/^uri: /)
  })

  it.each([
    ['prompts', { name: 'p', arguments: [{ name: 'a', required: true }] }, { name: 'p', arguments: 'a' }],
    ['templates', { uriTemplate: 'file:///{a}', name: 't' }, { name: 't' }],
  ] as const)('accepts valid %s and refuses invalid ones', (kind, good, bad) => {
    expect(checkEntries(kind, [good, bad])).toMatchObject({ sound: [{ definition: good }], refused: [{}] })
  })
})
