/** Bundles each server in test/servers into one plain file, because tests start them thousands of times. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { testServersFolder } from '#test/support/testServers'

const root = join(import.meta.dirname, '..', '..', '..')
const sources = join(root, 'test', 'servers')
/** Files elsewhere that the servers import. */
const besides = [join(root, 'test', 'e2e', 'hostileServer.ts')]

/** Skips files that are newer than their sources, because another run may be using them. */
export async function buildTestServers(): Promise<void> {
  const names = readdirSync(sources).filter((file) => file.endsWith('.ts'))
  const changedAt = Math.max(...[...names.map((name) => join(sources, name)), ...besides].map(timeOf))
  const builtAt = Math.min(...names.map((name) => timeOf(join(testServersFolder, name.replace(/ts$/, 'js')))))
  if (builtAt > changedAt) return
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { external: true },
    build: {
      ssr: true,
      outDir: testServersFolder,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: names.map((name) => join(sources, name)),
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
      },
    },
  })
}

function timeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
