import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Caches compiled code. Workers, and engines that tests run from their sources, then start in a third of the time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled-for-tests')

/**
 * The soak lasts a minute, but its file is small. Started last, as small files are, it would delay the end of the run.
 */
class SoakFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

function rank(file: TestSpecification): number {
  return file.project.name === 'soak' ? 0 : 1
}

const node = {
  environment: 'node',
  pool: 'forks',
  setupFiles: 'test/support/strictExpect.ts',
  testTimeout: 30_000,
  hookTimeout: 120_000,
  // Polling does not measure speed. On a busy machine, events take longer than the default of one second.
  expect: { poll: { timeout: 15_000, interval: 20 } },
} as const

/**
 * Browser tests that start containers. Each container adds a network interface, and Chromium then aborts the requests
 * of every page on the machine.
 */
const onDocker = 'test/e2e/**/*Docker.test.ts'

export default defineConfig({
  test: {
    globalSetup: ['test/support/parts/provideParts.ts'],
    maxWorkers: 4,
    sequence: { sequencer: SoakFirst },
    projects: [
      // These tests leave nothing behind, so their files share processes. A process for each file would cost more than
      // its tests.
      {
        test: {
          ...node,
          name: 'unit',
          isolate: false,
          include: ['{src,bench}/**/*.test.ts', 'test/support/**/*.test.ts'],
        },
      },
      {
        test: { ...node, name: 'integration', include: ['test/integration/**/*.test.ts', 'test/requirements.test.ts'] },
      },
      { test: { ...node, name: 'architecture', include: ['test/architecture/**/*.test.ts'] } },
      // One test may go through all addresses.
      { test: { ...node, name: 'outside', include: ['test/outside/**/*.test.ts'], testTimeout: 120_000 } },
      { test: { ...node, name: 'soak', include: ['test/soak/**/*.test.ts'], testTimeout: 240_000 } },
      {
        test: {
          ...node,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: [onDocker],
          // Runs after the projects that would slow these tests down, with one worker for each core of a small machine.
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          ...node,
          name: 'e2eDocker',
          include: [onDocker],
          // Runs after the other browser tests, one file at a time.
          sequence: { groupOrder: 2 },
          maxWorkers: 1,
          testTimeout: 120_000,
        },
      },
    ],
  },
})
