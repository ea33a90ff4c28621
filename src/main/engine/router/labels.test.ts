import { expect, test } from 'vitest'
import type { CallableServer } from '#engine/connections/callable'
import { MemberOrder } from '#engine/router/labels'

const labels: Record<string, string[]> = { a: [], b: ['gpu'], c: ['gpu', 'eu'] }
const servers = { enabledServer: (slug: string) => ({ row: { labels: labels[slug] } }) as unknown as CallableServer }
const route = {
  publicName: 'tool',
  group: 'team',
  members: ['a', 'b', 'c'].map((slug) => ({ slug, original: 'tool' })),
}

/** Catches: calls without a wish that push the turn on, so that one of two preferred members gets all calls. */
test('[R18] [R19] those with the label take turns evenly, whatever other calls are made in between', () => {
  const order = new MemberOrder(servers)
  const firsts = Array.from({ length: 6 }, () => {
    order.of(route, undefined)
    return order.of(route, ['gpu'])[0]?.[0]?.slug
  })
  expect(firsts).toEqual(['b', 'c', 'b', 'c', 'b', 'c'])
})

test.each<[string[] | undefined, number[]]>([
  [undefined, [3]],
  [['gpu'], [2, 1]],
  [
    ['eu', 'gpu'],
    [1, 2],
  ],
  [['nowhere'], [3]],
])('[R19] for %j the members are in tiers of %j, and none is lost', (prefer, sizes) => {
  const tiers = new MemberOrder(servers).of(route, prefer)
  expect(tiers.map((tier) => tier.length)).toEqual(sizes)
  expect(
    tiers
      .flat()
      .map(({ slug }) => slug)
      .sort(),
  ).toEqual(['a', 'b', 'c'])
})
