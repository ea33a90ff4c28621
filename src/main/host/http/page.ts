/**
 * Serves the built page. Its files are listed once, at the first request, and looked up by exact path, so no address
 * can lead outside them. The page routes by the fragment, so only `/` and the assets exist.
 */
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { extname, resolve, sep } from 'node:path'
import { appFramePath } from '#contract/chat/appFrame'
import { serveAppFrame } from '#main/host/http/appFrame'

export interface Page {
  /** `host`: the request's host, which admission has checked. Resolves with false if the file does not exist. */
  serve(url: string, method: string, host: string, response: ServerResponse): Promise<boolean>
}

/** Allows no inline style or script, so that no text from a server can become either. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The page's headers, wherever it is served. `appFrame`: the only address that it may frame. */
export function pageHeaders(appFrame: string) {
  return {
    // Applies to every address that a frame navigates to, so no frame can lead elsewhere.
    'content-security-policy': `${contentSecurityPolicy}; frame-src ${appFrame}`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
}

export const pageTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

export function openPage(folder: string): Page {
  let files: Map<string, string> | null = null
  return {
    async serve(url, method, host, response) {
      if (method !== 'GET' && method !== 'HEAD') return false
      const own = `http://${host}`
      const [path = '', query = ''] = url.split('?', 2)
      if (path === appFramePath) {
        const { html, headers } = serveAppFrame(new URLSearchParams(query), own)
        response.writeHead(200, headers)
        response.end(method === 'HEAD' ? undefined : html)
        return true
      }
      files ??= listPageFiles(folder)
      const file = files.get(path === '/' ? '/index.html' : path)
      if (file === undefined) return false
      const content = await readFile(file)
      response.writeHead(200, {
        ...pageHeaders(own + appFramePath),
        'content-type': pageTypes[extname(file)] ?? 'application/octet-stream',
        'content-length': content.byteLength,
        // An asset's name contains a hash. All other files refer to the assets of one build.
        'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-store',
      })
      response.end(method === 'HEAD' ? undefined : content)
      return true
    },
  }
}

/** The files by their path in the address, which begins with a slash. */
export function listPageFiles(folder: string): Map<string, string> {
  const files = new Map<string, string>()
  const root = resolve(folder)
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = entry.parentPath + sep + entry.name
    files.set(file.slice(root.length).split(sep).join('/'), file)
  }
  return files
}
