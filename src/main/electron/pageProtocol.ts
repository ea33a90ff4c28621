/**
 * Serves the built page at an address of its own, with the same policy that it has over HTTP. Every https request of the
 * session comes here and never to a network, so there is nothing else that the page could reach by it.
 */
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { protocol } from 'electron'
import { builtPageUrl, isOwnPage } from '#main/electron/pageAddress'
import { listPageFiles, pageHeaders, pageTypes } from '#main/host/http/page'

/** Files are looked up by their exact path in a list made once, so no address leads anywhere else. */
export function servePage(folder: string): void {
  const files = listPageFiles(folder)
  protocol.handle('https', async (request) => {
    const file = isOwnPage(request.url, builtPageUrl) ? files.get(new URL(request.url).pathname) : undefined
    if (file === undefined || request.method !== 'GET') return new Response(null, { status: 404 })
    const type = pageTypes[extname(file)] ?? 'application/octet-stream'
    return new Response(await readFile(file), { headers: { ...pageHeaders, 'content-type': type } })
  })
}
