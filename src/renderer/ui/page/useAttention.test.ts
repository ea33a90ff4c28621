import { expect, test } from 'vitest'
import { attentionOf } from '#renderer/ui/page/useAttention.ts'

test.each([
  ['visible', true, 'here'],
  ['visible', false, 'beside'],
  ['hidden', false, 'away'],
  ['hidden', true, 'away'],
] as const)('a %s page, focused: %s, is %s', (...row) => {
  const [visibilityState, focused, attention] = row
  expect(attentionOf({ visibilityState, hasFocus: () => focused })).toBe(attention)
})
