import { expect, test } from 'vitest'
import { RecentAttachments } from '#engine/chat/attachments/recentAttachments'

/** An attachment that takes up this many tenths of the memory limit. */
const attachment = (tenths: number) => ({ name: 'x', mediaType: 'text/plain', data: 'x'.repeat(tenths * 4_000_000) })

test('the least recently used attachment is dropped first, and an attachment that is added again is counted once', () => {
  const recent = new RecentAttachments()
  const kept = () => ['a', 'b', 'c'].filter((id) => recent.get(id) !== undefined)
  recent.put('a', attachment(4))
  recent.put('b', attachment(4))
  recent.put('a', attachment(4))
  expect(kept()).toEqual(['a', 'b'])
  recent.put('c', attachment(6))
  expect(kept()).toEqual(['a', 'c'])
  recent.put('b', attachment(11))
  expect(kept()).toEqual([])
  recent.put('c', attachment(10))
  expect(kept()).toEqual(['c'])
})
