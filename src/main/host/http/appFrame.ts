/**
 * Serves the frame document that shows servers' pages. The document contains no page itself: the window passes one in,
 * and the document's policy then applies to it. Everything in a server's page is hostile.
 */
import { type AppNetwork, appNetworkIn, frameContent, frameReady } from '#contract/chat/appFrame'

/**
 * Takes one page from the window, and becomes that page. First it deletes the WebRTC functions, which can send data
 * past every policy; they stay deleted, because the page runs in the same realm. A frame inside the page still has
 * them. The desktop app disables WebRTC there (`windowGuards`). A browser cannot, and asks the person before it shows
 * the page.
 */
const script = `
for (const name of Object.getOwnPropertyNames(window)) if (/^(webkit)?RTC/.test(name)) delete window[name]
addEventListener('message', function take(event) {
  const message = event.data
  if (event.source !== parent || message === null || typeof message !== 'object') return
  if (message.method !== '${frameContent}' || typeof message.params?.html !== 'string') return
  removeEventListener('message', take)
  document.open()
  document.write(message.params.html)
  document.close()
})
parent.postMessage({ jsonrpc: '2.0', method: '${frameReady}', params: {} }, '*')
`
const html = `<!doctype html><meta charset="utf-8"><title>App</title><script>${script}</script>`

export interface ServedFrame {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/** `framedBy`: the origin of the window's page. No other page may embed the document. */
export function serveAppFrame(query: URLSearchParams, framedBy: string): ServedFrame {
  return {
    html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': framePolicy(appNetworkIn(query), framedBy),
      'permissions-policy': forbidden.map((feature) => `${feature}=()`).join(', '),
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  }
}

const forbidden = [
  'camera',
  'microphone',
  'geolocation',
  'display-capture',
  'clipboard-read',
  'clipboard-write',
  'fullscreen',
  'payment',
  'usb',
  'serial',
  'hid',
  'midi',
]

/** `sandbox` without `allow-same-origin` means no cookies, no storage, and an opaque origin. */
function framePolicy({ connections, resources }: AppNetwork, framedBy: string): string {
  const loads = resources.map((origin) => ` ${origin}`).join('')
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'unsafe-inline'${loads}`,
    `style-src 'unsafe-inline'${loads}`,
    `img-src data: blob:${loads}`,
    `font-src data:${loads}`,
    `media-src data: blob:${loads}`,
    `connect-src ${connections.length === 0 ? "'none'" : connections.join(' ')}`,
    "frame-src 'none'",
    "worker-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framedBy}`,
  ].join('; ')
}
