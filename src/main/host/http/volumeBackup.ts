/**
 * Streams a volume's backup as a tar, however large. The contract does not have this route, because its answers are
 * JSON.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { backupPath, volumeNamePattern } from '#contract/hosting/paths'
import type { Engine } from '#engine/createEngine'
import type { Tickets } from '#main/host/http/tickets'
import { restPrefix } from '#main/host/wires/restPrefix'

const [before = '', behind = ''] = backupPath.split('{name}')
const prefix = `${restPrefix}${before}`

/** The name of the volume that is to be backed up; null if this is not the path of a backup. */
export function backedUpVolume(path: string): string | null {
  if (!path.startsWith(prefix) || !path.endsWith(behind)) return null
  const name = path.slice(prefix.length, -behind.length)
  return volumeNamePattern.test(name) ? name : null
}

/** An address at which a browser, which cannot send a header, can download the backup once. */
export function backupAddress(origin: string, name: string, tickets: Pick<Tickets, 'issue'>): string {
  return `${origin}${prefix}${name}${behind}?ticket=${tickets.issue()}`
}

export function hasTicket(url: string, tickets: Pick<Tickets, 'redeem'>): boolean {
  const ticket = new URLSearchParams(url.slice(url.indexOf('?') + 1)).get('ticket')
  return ticket !== null && tickets.redeem(ticket)
}

/**
 * Rejects before anything is sent, or when the backup is cut off. In the second case, the reader sees that the download
 * is incomplete.
 */
export async function sendBackup(
  hosting: Pick<Engine['hosting'], 'backupVolume'>,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const bytes = await hosting.backupVolume(name)
  response.writeHead(200, {
    'content-type': 'application/x-tar',
    'content-disposition': `attachment; filename="${name}.tar"`,
    'cache-control': 'no-store',
  })
  const reading = Readable.from(bytes, { objectMode: false })
  await pipeline(reading, response).catch((thrown: unknown) => {
    // A reader that went away is not an error.
    if (!request.socket.destroyed) throw thrown
  })
}
