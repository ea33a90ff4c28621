import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { collectLicences } from './scripts/licences.ts'

const entry = (path: string) => resolve(import.meta.dirname, path)

const licences = collectLicences(import.meta.dirname)

export default defineConfig({
  main: {
    plugins: [licences.collect()],
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
