// `npm start`: builds what is missing, then opens the window. If no window can be opened, it says why, and serves the
// page instead.
import './guard.mjs'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const electronFolder = join(root, 'node_modules', 'electron')
const platformExecutables = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }
/** The last file that a build writes of each part. A build is as old as the oldest of these files. */
const builtFiles = ['main/cli.js', 'main/desktop.js', 'main/reaper.js', 'preload/index.cjs', 'renderer/index.html']
const buildSources = ['src', 'electron.vite.config.ts', 'scripts/licences.ts', 'package.json']

const say = (text) => process.stderr.write(`${text}\n`)

/**
 * Calls `act` when npm was ended by a signal. npm passes a SIGTERM to its shell, which exits without passing it on. The
 * only sign is a new parent process.
 */
function whenNpmIsEnded(act) {
  if (process.env.npm_lifecycle_event !== 'start' || process.platform === 'win32') return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    act()
  }, 250)
  watch.unref()
}

/**
 * Runs a script to its end without showing its output. Resolves with the output if the script fails, otherwise with
 * null.
 */
function runQuietly(file, args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (text += data))
    whenNpmIsEnded(() => child.kill('SIGTERM'))
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code) => resolve(code === 0 ? null : text.trim() || `exit code ${code}`))
  })
}

function changedAt(path) {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return 0
  if (!stats.isDirectory()) return stats.mtimeMs
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Math.max(0, ...files.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs))
}

async function buildIfNeeded() {
  const builtAt = Math.min(...builtFiles.map((file) => changedAt(join(root, 'out', file))))
  const sourcesAt = Math.max(...buildSources.map((path) => changedAt(join(root, path))))
  if (builtAt > sourcesAt) return
  say('Building…')
  const problem = await runQuietly(join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js'), ['build'])
  if (problem === null) return
  say(`${problem}\nThe build failed.`)
  process.exit(1)
}

function findElectron() {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (folder) return existing(join(folder, platformExecutables[process.platform] ?? 'electron'))
  const pathFile = join(electronFolder, 'path.txt')
  return existsSync(pathFile) ? existing(join(electronFolder, 'dist', readFileSync(pathFile, 'utf8').trim())) : null
}

function existing(path) {
  return existsSync(path) ? path : null
}

async function fetchElectron() {
  const installer = join(electronFolder, 'install.js')
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH || !existsSync(installer)) return null
  say('Fetching Electron, once…')
  await runQuietly(installer, [])
  return findElectron()
}

function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

async function chooseHost() {
  if (!hasDisplay()) return serve('there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)')
  const electron = findElectron() ?? (await fetchElectron())
  if (electron === null) return serve('Electron is not installed here and could not be fetched')
  // Chromium refuses to run its sandbox as root.
  const sandbox = process.platform === 'linux' && process.getuid() === 0 ? ['--no-sandbox'] : []
  return { command: electron, args: [root, ...sandbox] }
}

function serve(reason) {
  say(`No window, because ${reason}; open the page in a browser instead.`)
  return { command: process.execPath, args: [join(root, 'out', 'main', 'cli.js'), 'serve'] }
}

await buildIfNeeded()
const { command, args } = await chooseHost()
const child = spawn(command, [...args, ...process.argv.slice(2)], { stdio: 'inherit' })
let asked = false
const ask = (signal) => {
  asked = true
  child.kill(signal)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // A terminal sends Ctrl-C to the child as well. A second signal would end the child without a clean-up.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) ask(signal)
  })
}
whenNpmIsEnded(() => {
  if (!asked) ask('SIGTERM')
})
child.once('error', (error) => {
  say(`${command} could not be started: ${error.message}`)
  process.exitCode = 1
})
child.once('exit', (code, signal) => {
  process.exitCode = code ?? 128 + constants.signals[signal]
})
