/**
 * The packaged app next to an empty Electron window: the time until thirty servers are on the screen, and the idle
 * memory.
 */
import { setTimeout } from 'node:timers/promises'
import { join } from 'node:path'
import { makeEmptyApp } from '#bench/desktop/emptyApp'
import { openApp, type AppStart } from '#bench/desktop/openedApp'
import { openScreen, packagedProgram } from '#bench/desktop/packagedApp'
import { serverScript } from '#bench/gateways/gateway'
import { startSwitchboard } from '#bench/gateways/switchboard'
import type { Workspace } from '#bench/machine/workspace'
import { manyServers } from '#bench/many/manyServers'

export interface DesktopFigures {
  readonly shownMs: number
  readonly emptyShownMs: number
  readonly idleBytes: number
  readonly emptyIdleBytes: number
}

/**
 * How long the app rests before its memory is measured: long enough for everything that follows a start, such as
 * listing the servers.
 */
const restMs = 10_000
const rows = '[aria-label="Servers"] a[data-row-link]'

export async function measureDesktop(workspace: Workspace): Promise<DesktopFigures> {
  const program = await packagedProgram()
  const [home, emptyHome] = [await workspace.makeFolder(), await workspace.makeFolder()]
  const emptyProgram = await makeEmptyApp(emptyHome)
  const dataFolder = await filledFolder(workspace)
  const servers = Object.keys(manyServers()).length
  const screen = await openScreen()
  try {
    const environment = { DISPLAY: screen.display }
    const own = await figuresOf({
      program,
      environment: { ...environment, HOME: home, SWITCHBOARD_DATA: dataFolder },
      isShown: `document.querySelectorAll('${rows}').length >= ${servers}`,
    })
    const empty = await figuresOf({
      program: emptyProgram,
      environment: { ...environment, HOME: emptyHome, EMPTY_DATA: join(emptyHome, 'data') },
      isShown: `performance.getEntriesByType('paint').length > 0`,
    })
    return { ...own, emptyShownMs: empty.shownMs, emptyIdleBytes: empty.idleBytes }
  } finally {
    screen.close()
  }
}

/** Makes a data folder as an earlier run with thirty servers would leave it. */
async function filledFolder(workspace: Workspace): Promise<string> {
  const folder = await workspace.makeFolder()
  const { process, url, token } = await startSwitchboard(workspace, { folder, servers: null })
  for (const [name, { command, args }] of Object.entries(manyServers())) {
    const response = await fetch(`${url}/api/v1/servers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, launch: { transport: 'stdio', command, args } }),
    })
    if (!response.ok) throw new Error(`A server could not be added: ${response.status}.`)
    await response.arrayBuffer()
  }
  await setTimeout(restMs / 3)
  await process.end()
  return join(folder, 'data')
}

async function figuresOf(start: AppStart): Promise<{ shownMs: number; idleBytes: number }> {
  const app = await openApp(start)
  try {
    await setTimeout(restMs)
    return { shownMs: app.shownMs, idleBytes: app.idleBytes((command) => command.includes(serverScript)) }
  } finally {
    await app.close()
  }
}
