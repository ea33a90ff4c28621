/** Serves the built page under a scheme of our own, with the same policy that it has over HTTP. */
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { protocol } from 'electron'
import { listPageFiles, pageHeaders, pageTypes } from '#main/host/http/page'
import { pageScheme } from '#main/electron/pageAddress'

/** Has to be called before the app is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: pageScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Files are looked up by their exact path in a list made once, so no address leads anywhere else. */
export function servePage(folder: string): void {
  const files = listPageFiles(folder)
  protocol.handle(pageScheme, async (request) => {
    const file = files.get(new URL(request.url).pathname)
    if (file === undefined || request.method !== 'GET') return new Response(null, { status: 404 })
    const type = pageTypes[extname(file)] ?? 'application/octet-stream'
    return new Response(await readFile(file), { headers: { ...pageHeaders, 'content-type': type } })
  })
}
