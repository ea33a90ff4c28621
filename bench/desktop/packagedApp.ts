/** The packaged desktop app and a screen for it, as the benchmark needs them. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { packagedFolder } from '#test/support/packagedFolder'
import { commandPath } from '#test/support/parts/parts'
import { prepareDesktopApp } from '#test/support/parts/desktopApp'

/** Packages the app again only if the build is newer. */
export async function packagedProgram(): Promise<string> {
  const made = await prepareDesktopApp()
  if ('problem' in made) throw new Error(`The app is not packaged: ${made.problem}.`)
  return join(packagedFolder, 'switchboard')
}

export interface Screen {
  readonly display: string
  close(): void
}

/** Opens an invisible screen. Xvfb picks a free display number, and prints it once the display is ready. */
export async function openScreen(): Promise<Screen> {
  const server = spawn(commandPath('Xvfb'), ['-displayfd', '3', '-screen', '0', '1680x1050x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    const pipe = server.stdio[3] as Readable
    pipe.once('data', (data: Buffer) => resolve(data.toString().trim()))
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`Xvfb exited with code ${code}.`)))
  })
  return { display: `:${number}`, close: () => void server.kill() }
}
