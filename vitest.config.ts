import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Workers, and engines that tests run from their sources, start in a third of the time when they are compiled once.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled-for-tests')

/** The soak lasts a minute, however small its file is: begun last, it would keep the others waiting. */
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
  // No measure of how fast something is: a busy machine takes longer than the second that is given by default.
  expect: { poll: { timeout: 15_000, interval: 20 } },
} as const

/**
 * Browser tests that start containers. Each container is a network interface, and when one appears, Chromium aborts the
 * requests of every page on the machine.
 */
const onDocker = 'test/e2e/**/*Docker.test.ts'

export default defineConfig({
  test: {
    globalSetup: ['test/support/parts/provideParts.ts'],
    maxWorkers: 4,
    sequence: { sequencer: SoakFirst },
    projects: [
      // Nothing of theirs outlives a test, so they share processes: a process for each file costs more than its tests.
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
      // One test may walk all addresses.
      { test: { ...node, name: 'outside', include: ['test/outside/**/*.test.ts'], testTimeout: 120_000 } },
      { test: { ...node, name: 'soak', include: ['test/soak/**/*.test.ts'], testTimeout: 240_000 } },
      {
        test: {
          ...node,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: [onDocker],
          // After the others, which they would be slowed down by, and as many at once as a small machine has cores.
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
          // After the other browser tests, and one file at a time.
          sequence: { groupOrder: 2 },
          maxWorkers: 1,
          testTimeout: 120_000,
        },
      },
    ],
  },
})
