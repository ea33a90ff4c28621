import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const entry = (path: string) => resolve(import.meta.dirname, path)

export default defineConfig({
  main: {
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
    plugins: [react(), tailwindcss()],
  },
})
