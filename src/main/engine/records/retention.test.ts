import { expect, test } from 'vitest'
import { defaultEngineSettings } from '#contract/setting'
import { firstIdAt } from '#engine/records/callId'
import { Retention } from '#engine/records/retention'
import { manualClock } from '#test/support/manualClock'
import { recordingLog } from '#test/support/recordingLog'

test('[R23] records that are too old are removed, then the oldest above the limit, in steps, with their files', async () => {
  const clock = manualClock()
  const day = 86_400_000
  const old = Array.from({ length: 250 }, (_, number) => firstIdAt(clock.now() - 40 * day + number))
  const recent = Array.from({ length: 320 }, (_, number) => firstIdAt(clock.now() - day + number))
  let rows = [...old, ...recent]
  const removedFiles: string[] = []
  const steps: number[] = []
  const retention = new Retention({
    store: {
      count: async () => rows.length,
      async prune(beforeId, limit) {
        const gone = rows.filter((id) => beforeId === null || id < beforeId).slice(0, limit)
        rows = rows.filter((id) => !gone.includes(id))
        steps.push(gone.length)
        return gone.map((id, place) => ({ id, hasFiles: place === 0 }))
      },
      pruneRuns: async (before) => expect(before).toBe(clock.now() - 30 * day),
    },
    files: {
      async remove(ids) {
        removedFiles.push(...ids)
      },
      sweep: async () => 0,
    },
    settings: () => ({ ...defaultEngineSettings, keepCallsCount: 100 }),
    background: { run: (_what, work) => void work() },
    pause: async () => undefined,
    clock,
    log: recordingLog(),
  })
  await retention.apply()
  expect(rows).toEqual(recent.slice(-100))
  expect(Math.max(...steps)).toBe(100)
  expect(removedFiles.length).toBe(steps.filter((count) => count > 0).length)
})
