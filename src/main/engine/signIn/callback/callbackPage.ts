/** The page that the browser shows at the end of a sign-in. It loads nothing and runs no script. */
import { createHash } from 'node:crypto'

export interface CallbackPage {
  readonly status: number
  readonly title: string
  readonly text: string
}

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto 0;padding:0 1.5rem;color:#1c1c1f;background:#fff}' +
  'h1{font-size:1.4rem;margin:0 0 .5rem}p{margin:0}' +
  '@media(prefers-color-scheme:dark){body{color:#ececef;background:#18181b}}'

const styleHash = createHash('sha256').update(style).digest('base64')

export const callbackHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  connection: 'close',
} as const

export function callbackHtml({ title, text }: CallbackPage): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<title>${escaped(title)} · Switchboard</title><style>${style}</style></head>` +
    `<body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p></main></body></html>`
  )
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
