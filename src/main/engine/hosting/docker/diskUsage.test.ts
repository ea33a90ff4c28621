import type Dockerode from 'dockerode'
import { expect, it } from 'vitest'
import { type CountedVolume, DiskUsage } from '#engine/hosting/docker/diskUsage'
import type { Clock } from '#engine/ports'

const counted: readonly CountedVolume[] = [{ Name: 'data', UsageData: { Size: 5, RefCount: 1 } }]

/** A clock whose timers fire immediately. */
const hurried: Clock = {
  now: () => 0,
  elapsed: () => 0,
  after(_ms, callback) {
    const timer = setImmediate(callback)
    return { cancel: () => clearImmediate(timer) }
  },
}

/**
 * Makes a Docker Engine that counts for one client at a time and first refuses some requests. `asked.begun` counts all
 * requests.
 */
function engine(refusals = 0) {
  let isCounting = false
  const asked = { begun: 0, refused: 0 }
  const df = async () => {
    asked.begun += 1
    if (isCounting || asked.begun <= refusals) {
      asked.refused += 1
      throw Object.assign(new Error('(HTTP code 500) server error - a disk usage operation is already running'), {
        statusCode: 500,
        json: { message: 'a disk usage operation is already running' },
      })
    }
    isCounting = true
    await new Promise((resolve) => setImmediate(resolve))
    isCounting = false
    return { Volumes: counted }
  }
  return { docker: { df } as unknown as Dockerode, asked }
}

it('shares one count between all requests made before it begins, and counts again for later ones', async () => {
  const { docker, asked } = engine()
  const usage = new DiskUsage(hurried)
  const first = [usage.volumes(docker), usage.volumes(docker)]
  await first[0]
  const later = [usage.volumes(docker), usage.volumes(docker)]
  expect(await Promise.all([...first, ...later])).toEqual([counted, counted, counted, counted])
  expect(asked).toEqual({ begun: 2, refused: 0 })
})

it('asks again while Docker counts for another client', async () => {
  const { docker, asked } = engine(2)
  expect(await new DiskUsage(hurried).volumes(docker)).toEqual(counted)
  expect(asked).toEqual({ begun: 3, refused: 2 })
})

it('passes on every other error, and counts again afterwards', async () => {
  const usage = new DiskUsage(hurried)
  const away = { df: () => Promise.reject(new Error('connect ENOENT')) } as unknown as Dockerode
  await expect(usage.volumes(away)).rejects.toThrow('connect ENOENT')
  expect(await usage.volumes(engine().docker)).toEqual(counted)
})
