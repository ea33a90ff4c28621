import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { collectLicences } from './scripts/licences.ts'

const entry = (path: string) => resolve(import.meta.dirname, path)

const licences = collectLicences(import.meta.dirname)

/** V8 keeps the text of all code, with two bytes a character where one of them needs it: some 2 MB for a few dashes. */
const inAscii: Plugin = {
  name: 'ascii',
  generateBundle(_options, bundle) {
    for (const part of Object.values(bundle)) if (part.type === 'chunk') part.code = asciiOf(part.code)
  },
}

function asciiOf(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

export default defineConfig({
  main: {
    plugins: [licences.collect(), inAscii],
    build: {
      rollupOptions: {
        input: {
          desktop: entry('src/main/desktop.ts'),
          cli: entry('src/main/cli.ts'),
          reaper: entry('src/main/engine/connections/processes/reaper.ts'),
        },
      },
    },
  },
  preload: {
    plugins: [licences.collect()],
    build: {
      externalizeDeps: false,
      rollupOptions: {
        input: { index: entry('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    build: { minify: true, rollupOptions: { input: entry('src/renderer/index.html') } },
    plugins: [react(), tailwindcss(), licences.write()],
  },
})
