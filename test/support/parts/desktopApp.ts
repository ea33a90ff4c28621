/**
 * The packaged desktop app, made once before the tests: from the build, with an Electron that runs here. Tests reach
 * the app through Node's inspector, so they use a copy that differs in one fuse.
 */
import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import { messageOf } from '#contract/errors'
import { packagedFolder } from '#test/support/packagedFolder'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..', '..')
const drivable = join(root, 'dist', 'linux-drivable')
const localRuntime = join(root, '..', 'shared', 'tools', 'electron-runtime')

export type DesktopApp = { readonly executable: string } | { readonly problem: string }

export async function prepareDesktopApp(): Promise<DesktopApp> {
  if (process.platform !== 'linux') return { problem: 'the tests of the desktop app drive its Linux build' }
  const electron = await electronFolder()
  if (electron === null)
    return { problem: 'there is no Electron (set ELECTRON_OVERRIDE_DIST_PATH, or let npm fetch it)' }
  try {
    await packageApp(electron)
    await makeDrivable()
    return { executable: join(drivable, 'switchboard') }
  } catch (error) {
    return { problem: `the desktop app could not be packaged: ${messageOf(error).trim()}` }
  }
}

/** Resolves with the folder of an Electron that can be packaged and started here. Null if there is none. */
async function electronFolder(): Promise<string | null> {
  const given = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  const own = join(root, 'node_modules', 'electron', 'dist')
  for (const folder of [given, own])
    if (folder !== undefined && existsSync(join(folder, 'electron')) && existsSync(join(folder, 'version')))
      return folder
  if (!existsSync(localRuntime)) return null
  const { stdout } = await run(localRuntime).catch(() => ({ stdout: '' }))
  return stdout.trim() === '' ? null : stdout.trim()
}

/** Packages the app, unless this build is already packaged. */
async function packageApp(electron: string): Promise<void> {
  const archive = statSync(join(packagedFolder, 'resources', 'app.asar'), { throwIfNoEntry: false })
  const builder = ['electron-builder.yml', 'scripts/packaging.mjs', 'package.json'].map(
    (file) => statSync(join(root, file)).mtimeMs,
  )
  if (archive !== undefined && archive.mtimeMs >= Math.max(newestIn(join(root, 'out')), ...builder)) return
  const version = readFileSync(join(electron, 'version'), 'utf8').trim().replace(/^v/, '')
  const cli = join(root, 'node_modules', 'electron-builder', 'out', 'cli', 'cli.js')
  const given = [`-c.electronDist=${electron}`, `-c.electronVersion=${version}`]
  await run(process.execPath, [cli, '--linux', 'dir', ...given], { cwd: root, maxBuffer: 64_000_000 })
}

/** Copies the app. All files except its program are hard links to the originals. */
async function makeDrivable(): Promise<void> {
  const [sold, copied] = [packagedFolder, drivable].map((folder) => join(folder, 'switchboard'))
  if (sold === undefined || copied === undefined) return
  const made = statSync(copied, { throwIfNoEntry: false })
  if (made !== undefined && made.mtimeMs >= statSync(sold).mtimeMs) return
  rmSync(drivable, { recursive: true, force: true })
  await run('cp', ['--archive', '--link', packagedFolder, drivable])
  rmSync(copied)
  copyFileSync(sold, copied)
  await flipFuses(copied, { version: FuseVersion.V1, [FuseV1Options.EnableNodeCliInspectArguments]: true })
}

function newestIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Math.max(0, ...files.map((file) => statSync(join(file.parentPath, file.name)).mtimeMs))
}
