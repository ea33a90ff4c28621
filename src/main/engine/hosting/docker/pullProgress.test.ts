import { expect, test } from 'vitest'
import { isImageName, PullCount } from '#engine/hosting/docker/pullProgress'

test("all layers' bytes are added up, and the total is known once every layer's size is known", () => {
  const count = new PullCount()
  const downloading = (id: string, current: number, total: number) =>
    count.take({ id, status: 'Downloading', progressDetail: { current, total } })
  expect(count.take({ id: '1', status: 'Pulling from library/notes' })).toBeNull()
  expect(count.take({ id: 'a', status: 'Pulling fs layer' })).toEqual({ doneBytes: 0, totalBytes: null })
  count.take({ id: 'b', status: 'Pulling fs layer' })
  expect(downloading('a', 10, 100)).toEqual({ doneBytes: 10, totalBytes: null })
  expect(downloading('b', 5, 50)).toEqual({ doneBytes: 15, totalBytes: 150 })
  expect(count.take({ id: 'a', status: 'Download complete' })).toEqual({ doneBytes: 105, totalBytes: 150 })
  expect(count.take({ id: 'a', status: 'Extracting', progressDetail: { current: 1, total: 100 } })).toBeNull()
  expect(count.take({ status: 'Status: Downloaded newer image' })).toBeNull()
})

test('an image name with characters that change an address is refused', () => {
  const digest = `sha256:${'0'.repeat(64)}`
  const names = ['notes', 'notes:1', 'ghcr.io/ann/notes:1.2', 'localhost:5000/a/b', `notes@${digest}`, 'a_b/c--d']
  expect(names.filter((name) => !isImageName(name))).toEqual([])
  const others = ['', 'a b', '../x', 'a/../b', 'a?b=c', 'a#b', 'a/', '/a', 'a%2f', 'ü', 'a\nb']
  expect(others.filter(isImageName)).toEqual([])
})
