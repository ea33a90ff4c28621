import type Dockerode from 'dockerode'
import { expect, test } from 'vitest'
import { InspectedImages } from '#engine/hosting/docker/inspectedImages'
import { manualClock } from '#test/support/manualClock'

function docker(answer: () => Promise<object>): { docker: Dockerode; asked: string[] } {
  const asked: string[] = []
  const getImage = (name: string) => ({ inspect: () => (asked.push(name), answer()) })
  return { docker: { getImage } as unknown as Dockerode, asked }
}

// Catches one request per server when many start together, and a description that is still used after its image has
// changed.
test('servers that start together share one request for each image, and a later server makes a new one', async () => {
  const clock = manualClock()
  const images = new InspectedImages(clock)
  const engine = docker(() => Promise.resolve({ Id: 'x' }))
  await Promise.all(['a', 'a', 'b', 'a'].map((name) => images.inspect(engine.docker, name)))
  expect(engine.asked).toEqual(['a', 'b'])
  clock.advance(2_000)
  await images.inspect(engine.docker, 'a')
  expect(engine.asked).toEqual(['a', 'b', 'a'])
})

// Catches an image that still counts as missing after it was pulled.
test('a failed request is repeated the next time', async () => {
  const images = new InspectedImages(manualClock())
  const missing = docker(() => Promise.reject(new Error('no such image')))
  await expect(images.inspect(missing.docker, 'a')).rejects.toThrow('no such image')
  await expect(images.inspect(missing.docker, 'a')).rejects.toThrow('no such image')
  expect(missing.asked).toEqual(['a', 'a'])
})
