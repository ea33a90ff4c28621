import { expect, test } from 'vitest'
import { cpuPercent, memoryBytes } from '#engine/hosting/docker/containerUsage'

test('[R27] processor use is in percent of one core, between two samples', () => {
  const before = { cpuNanoseconds: 1e9, atMs: 1_000 }
  expect(cpuPercent(before, { cpuNanoseconds: 1.5e9, atMs: 2_000 })).toBe(50)
  expect(cpuPercent(before, { cpuNanoseconds: 3e9, atMs: 2_000 })).toBe(200)
  expect(cpuPercent(before, before)).toBe(0)
  // A counter that went down comes from another container.
  expect(cpuPercent(before, { cpuNanoseconds: 0, atMs: 2_000 })).toBe(0)
})

test('[R27] memory excludes caches that the kernel can drop, in both cgroup versions', () => {
  expect(memoryBytes({ usage: 100, stats: { inactive_file: 30 } })).toBe(70)
  expect(memoryBytes({ usage: 100, stats: { total_inactive_file: 40, inactive_file: 30 } })).toBe(60)
  expect(memoryBytes({ usage: 100, stats: { inactive_file: 130 } })).toBe(100)
  expect(memoryBytes({ usage: 100 })).toBe(100)
  expect(memoryBytes({})).toBe(0)
})
