/**
 * Serves the built page at one address, with the same policy as over HTTP, and the frame document for servers' pages at
 * another. All other https requests of the session end here and never reach a network, except those that a person
 * allowed a server's page (`appNetwork`).
 */
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { protocol } from 'electron'
import { desktopAppFrame } from '#contract/chat/appFrame'
import { appNetwork } from '#main/electron/appNetwork'
import { builtPageUrl, isAppFrame, isOwnPage } from '#main/electron/pageAddress'
import { serveAppFrame } from '#main/host/http/appFrame'
import { listPageFiles, pageHeaders, pageTypes } from '#main/host/http/page'

/** Looks up files by exact path in a list made once, so that no address can lead outside the folder. */
export function servePage(folder: string): void {
  const files = listPageFiles(folder)
  const network = appNetwork()
  const nothing = () => new Response(null, { status: 404 })
  protocol.handle('https', async (request) => {
    const url = new URL(request.url)
    if (isAppFrame(request.url) && request.method === 'GET') {
      network.allow(url.searchParams)
      const { html, headers } = serveAppFrame(url.searchParams, new URL(builtPageUrl).origin)
      return new Response(html, { headers })
    }
    if (!isOwnPage(request.url, builtPageUrl)) return (await network.fetch(request)) ?? nothing()
    const file = files.get(url.pathname)
    if (file === undefined || request.method !== 'GET') return nothing()
    const type = pageTypes[extname(file)] ?? 'application/octet-stream'
    return new Response(await readFile(file), { headers: { ...pageHeaders(desktopAppFrame), 'content-type': type } })
  })
}
