/**
 * Serves the built page at one address, with the same policy as over HTTP, and the frame document for servers' pages at
 * another. All other https requests in the session end here and never reach a network, except those that a person
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

/** The extension of the file that the document names last. Once it has been read, the page has all its files. */
const lastFile = '.css'

/**
 * Looks up files by exact path in a list made once, so that no address can lead outside the folder. Resolves once the
 * page has the files that its document names, and can do without this process for a while.
 */
export function servePage(folder: string): Promise<void> {
  const files = listPageFiles(folder)
  const network = appNetwork()
  const nothing = () => new Response(null, { status: 404 })
  let load = () => {}
  const loaded = new Promise<void>((resolve) => (load = resolve))
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
    const kind = extname(file)
    const type = pageTypes[kind] ?? 'application/octet-stream'
    const content = await readFile(file)
    if (kind === lastFile) setImmediate(load)
    return new Response(content, { headers: { ...pageHeaders(desktopAppFrame), 'content-type': type } })
  })
  return loaded
}
