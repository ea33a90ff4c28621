/** Where the page of the window lives, and what belongs to it. Pure. */
import { desktopAppFrame } from '#contract/chat/appFrame'

/**
 * A name that no network knows, under a scheme that has an origin by itself: no `file:`, which would have rights over
 * files, and no scheme of our own, which would have to be registered earlier than a module can promise to be loaded.
 */
export const builtPageUrl = 'https://switchboard.internal/index.html'

/** `devServer` counts while the app is not packaged: a packaged app loads what it was packaged with. */
export function pageUrlOf(devServer: string | undefined, packaged: boolean): string {
  return devServer === undefined || devServer === '' || packaged ? builtPageUrl : devServer
}

/** Whether `url` is of the page's origin. The opaque origin `null` is nobody's. */
export function isOwnPage(url: string, pageUrl: string): boolean {
  const one = parse(url)
  const own = parse(pageUrl)
  return one !== null && own !== null && one.protocol === own.protocol && one.host === own.host
}

/** A file that the page has made by itself; what was loaded from anywhere is none. */
export function isMadeByPage(url: string, pageUrl: string): boolean {
  return url.startsWith('blob:') && isOwnPage(url.slice('blob:'.length), pageUrl)
}

/** The document for pages of servers, whatever it is asked to allow. */
export function isAppFrame(url: string): boolean {
  const one = parse(url)
  return one !== null && one.origin + one.pathname === desktopAppFrame
}

/** Whether an address is of this origin of the web, which may begin with `*.` for all names below it. */
export function isCovered(url: string, origin: string): boolean {
  const one = parse(url)
  if (one === null || one.protocol !== 'https:') return false
  const [, wildcard, host = ''] = /^https:\/\/(\*\.)?(.+)$/.exec(origin) ?? []
  return wildcard === undefined ? one.host === host : one.host.endsWith(`.${host}`)
}

/** What may be handed to the system's browser: the web, and nothing that starts a program. */
export function isWebAddress(url: string): boolean {
  const protocol = parse(url)?.protocol
  return protocol === 'https:' || protocol === 'http:'
}

function parse(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null
}
