import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Workers, and engines that tests run from their sources, start in a third of the time when they are compiled once.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled-for-tests')

const node = {
  environment: 'node',
  pool: 'forks',
  testTimeout: 30_000,
  hookTimeout: 120_000,
  // No measure of how fast something is: a busy machine takes longer than the second that is given by default.
  expect: { poll: { timeout: 15_000, interval: 20 } },
} as const

export default defineConfig({
  test: {
    globalSetup: ['test/support/parts/provideParts.ts'],
    maxWorkers: 4,
    projects: [
      // Nothing of theirs outlives a test, so they share processes: a process for each file costs more than its tests.
      {
        test: { ...node, name: 'unit', isolate: false, include: ['src/**/*.test.ts', 'test/support/**/*.test.ts'] },
      },
      {
        test: { ...node, name: 'integration', include: ['test/integration/**/*.test.ts', 'test/requirements.test.ts'] },
      },
      { test: { ...node, name: 'architecture', include: ['test/architecture/**/*.test.ts'] } },
      { test: { ...node, name: 'soak', include: ['test/soak/**/*.test.ts'], testTimeout: 240_000 } },
      {
        test: {
          ...node,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
        },
      },
    ],
  },
})
