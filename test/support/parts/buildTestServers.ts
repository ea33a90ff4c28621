/** Bundles each server in test/servers into one plain file: tests start them some thousand times. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { testServersFolder } from '#test/support/testServers'

const root = join(import.meta.dirname, '..', '..', '..')
const sources = join(root, 'test', 'servers')
/** Their imports from elsewhere. */
const besides = [join(root, 'test', 'e2e', 'hostileServer.ts')]

/** Unless they are newer than their sources: another run may be using them. */
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
