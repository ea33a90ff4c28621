import { expect, test } from 'vitest'
import { converted, isUnit } from '#main/cli/sample/units'

test.each([
  [10, 'km', 'mi', 6.213711922],
  [1, 'mi', 'ft', 5280],
  [100, '°C', '°F', 212],
  [-40, '°F', '°C', -40],
  [2, 'lb', 'kg', 0.90718474],
] as const)('%d %s in %s is %d', (value, from, to, wanted) => {
  expect(converted(value, from, to)).toBe(wanted)
})

test('units of different kinds are not converted', () => {
  expect(converted(1, 'kg', 'km')).toBeNull()
  expect([isUnit('km'), isUnit('toString'), isUnit(7)]).toEqual([true, false, false])
})
