/** Opens an address in the person's browser, without a shell. */
import { spawn } from 'node:child_process'
import type { Terminal } from '#main/cli/terminal'

const patienceMs = 3_000

/** Returns false without a display or a browser. */
export function openInBrowser(url: string, environment: Terminal['environment']): Promise<boolean> {
  const [command, ...args] = openerOf(environment)
  if (command === undefined || !/^https?:\/\//i.test(url)) return Promise.resolve(false)
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true, windowsHide: true })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
    // Some openers run as long as the browser does.
    setTimeout(() => resolve(true), patienceMs).unref()
    child.unref()
  })
}

/** The command that opens an address; empty if there is no display for a browser. */
function openerOf(environment: Terminal['environment']): readonly string[] {
  if (process.platform === 'darwin') return ['open']
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return environment['DISPLAY'] || environment['WAYLAND_DISPLAY'] ? ['xdg-open'] : []
}
