import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { build, type Plugin } from 'vite'
import { firstLoadChunk } from './scripts/firstLoad.ts'
import { collectLicences } from './scripts/licences.ts'
import { notUsed } from './scripts/notUsed.ts'

const entry = (path: string) => resolve(import.meta.dirname, path)

const licences = collectLicences(import.meta.dirname)

/**
 * V8 keeps the source text in memory, with two bytes per character if one character needs them. A few dashes would cost
 * some 2 MB.
 */
const inAscii: Plugin = {
  name: 'ascii',
  generateBundle(_options, bundle) {
    for (const part of Object.values(bundle)) if (part.type === 'chunk') part.code = asciiOf(part.code)
  },
}

function asciiOf(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** CommonJS instead of ES modules: Node reads such a file in one go, and keeps half a megabyte less in memory. */
const ofCommonJs: Plugin = {
  name: 'commonjs',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' })
  },
}

/** Minifying halves the text that is read at each start. Names are kept, to make stacks in the log readable. */
const names = { keepNames: { function: true, class: true } }
const minified = { compress: names, mangle: names, codegen: { removeWhitespace: true } }

/**
 * Builds the reaper into a single file. The engine keeps that file's text in memory, because every file on the disk may
 * be gone by the time the reaper is run.
 */
const reaperAlone: Plugin = {
  name: 'reaper',
  async closeBundle() {
    await build({
      configFile: false,
      logLevel: 'warn',
      plugins: [inAscii],
      build: {
        outDir: entry('out/main'),
        emptyOutDir: false,
        target: 'node22',
        ssr: entry('src/main/engine/connections/processes/reaper.ts'),
        rollupOptions: { output: { format: 'cjs', entryFileNames: 'reaper.js', minify: minified } },
      },
    })
  },
}

export default defineConfig({
  main: {
    plugins: [licences.collect(), notUsed, inAscii, ofCommonJs, reaperAlone],
    build: {
      rollupOptions: {
        // Silences a warning about the plugin that electron-vite adds to turn imports into `require`.
        checks: { preferBuiltinFeature: false },
        input: {
          desktop: entry('src/main/desktop.ts'),
          cli: entry('src/main/cli.ts'),
        },
        output: {
          format: 'cjs',
          dynamicImportInCjs: false,
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          minify: minified,
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
    build: {
      minify: true,
      chunkSizeWarningLimit: 700,
      rollupOptions: {
        input: entry('src/renderer/index.html'),
        output: {
          codeSplitting: { groups: [{ debugName: 'first', name: firstLoadChunk(entry('src/renderer/main.tsx')) }] },
        },
      },
    },
    plugins: [react(), tailwindcss(), licences.write()],
  },
})
