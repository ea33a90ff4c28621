/** The packaged desktop app, driven as a person drives it: a real Electron, a display, and Playwright's hand. */
import { execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { _electron, type ElectronApplication } from 'playwright-core'
import { commandPath, ensurePackages } from '#test/support/debian'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const packaged = join(root, 'dist', 'linux-unpacked')
const localRuntime = join(root, '..', 'shared', 'tools', 'electron-runtime')

/** The folder of an Electron that can be packaged and started here; null, said in one line, where there is none. */
export async function findElectron(): Promise<string | null> {
  const reason = await whyNoElectron()
  if (reason === null) return electronFolder()
  const message = `the desktop app is not tested here: ${reason}`
  if (process.env['CI'] === 'true') throw new Error(message)
  console.warn(message)
  return null
}

async function whyNoElectron(): Promise<string | null> {
  if (process.platform !== 'linux') return 'its tests drive the Linux build'
  // Electron links to libraries that Debian's Chromium links to as well, so that package brings them.
  if (!(await ensurePackages({ Xvfb: 'xvfb', chromium: 'chromium' }))) return 'a display or a library is missing'
  const found = (await electronFolder()) !== null
  return found ? null : 'there is no Electron (set ELECTRON_OVERRIDE_DIST_PATH, or let npm fetch it)'
}

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

function newestIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Math.max(0, ...files.map((file) => statSync(join(file.parentPath, file.name)).mtimeMs))
}

/** Packages what was built, unless that is packaged already. */
export async function packageApp(electron: string): Promise<string> {
  const archive = statSync(join(packaged, 'resources', 'app.asar'), { throwIfNoEntry: false })
  const builder = ['electron-builder.yml', 'package.json'].map((file) => statSync(join(root, file)).mtimeMs)
  if (archive === undefined || archive.mtimeMs < Math.max(newestIn(join(root, 'out')), ...builder)) {
    const version = readFileSync(join(electron, 'version'), 'utf8').trim().replace(/^v/, '')
    const cli = join(root, 'node_modules', 'electron-builder', 'out', 'cli', 'cli.js')
    const given = [`-c.electronDist=${electron}`, `-c.electronVersion=${version}`]
    await run(process.execPath, [cli, '--linux', 'dir', ...given], { cwd: root, maxBuffer: 64_000_000 })
  }
  return join(packaged, 'switchboard')
}

export interface Display {
  readonly environment: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** A screen that nobody sees. The server picks a free number and tells it once it can be used. */
export async function openDisplay(): Promise<Display> {
  const child = spawn(commandPath('Xvfb'), ['-displayfd', '3', '-screen', '0', '1680x1050x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const number = await new Promise<string>((resolve, reject) => {
    const pipe = child.stdio[3] as Readable
    pipe.once('data', (data: Buffer) => resolve(data.toString().trim()))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Xvfb ended with code ${code}`)))
  })
  return {
    environment: { DISPLAY: `:${number}` },
    async close() {
      child.kill()
      await ended
    },
  }
}

/** A loaded machine takes seconds; an app that never gets ready is ended after this, and the test says so. */
const launchTimeoutMs = 30_000

export interface DesktopOptions {
  readonly executable: string
  readonly display: Display
  readonly dataFolder: string
  readonly environment?: NodeJS.ProcessEnv
  /** They go to Chromium. */
  readonly switches?: readonly string[]
}

export function launchDesktop(options: DesktopOptions): Promise<ElectronApplication> {
  const { executable, display, dataFolder, environment = {}, switches = [] } = options
  // Chromium refuses its sandbox to root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return _electron.launch({
    timeout: launchTimeoutMs,
    executablePath: join(import.meta.dirname, 'attach', 'app.sh'),
    args: [...sandbox, '--disable-gpu', '--port=0', ...switches],
    env: definedOf({
      ...process.env,
      ...display.environment,
      ...environment,
      SWITCHBOARD_DATA: dataFolder,
      APP_FILE: executable,
      NODE_FILE: process.execPath,
    }),
  })
}

function definedOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
