/** The address of the window's page, and what belongs to it. Pure. */
import { desktopAppFrame } from '#contract/chat/appFrame'

/**
 * A name that no network knows, with a scheme that has origins: `file:` would give rights over files, and a scheme of
 * our own would have to be registered before any module is sure to be loaded.
 */
export const builtPageUrl = 'https://switchboard.internal/index.html'

/** `devServer` is used only while the app is not packaged. */
export function pageUrlOf(devServer: string | undefined, packaged: boolean): string {
  return devServer === undefined || devServer === '' || packaged ? builtPageUrl : devServer
}

/** Whether `url` is of the page's origin. The opaque origin `null` is not. */
export function isOwnPage(url: string, pageUrl: string): boolean {
  const one = parse(url)
  const own = parse(pageUrl)
  return one !== null && own !== null && one.protocol === own.protocol && one.host === own.host
}

/** A file that the page created itself; anything loaded is not. */
export function isMadeByPage(url: string, pageUrl: string): boolean {
  return url.startsWith('blob:') && isOwnPage(url.slice('blob:'.length), pageUrl)
}

/** The document for pages of servers, with any permissions. */
export function isAppFrame(url: string): boolean {
  const one = parse(url)
  return one !== null && one.origin + one.pathname === desktopAppFrame
}

/** Whether an address belongs to this web origin, which may begin with `*.` for all names below it. */
export function isCovered(url: string, origin: string): boolean {
  const one = parse(url)
  if (one === null || one.protocol !== 'https:') return false
  const [, wildcard, host = ''] = /^https:\/\/(\*\.)?(.+)$/.exec(origin) ?? []
  return wildcard === undefined ? one.host === host : one.host.endsWith(`.${host}`)
}

/** What may be opened in the system's browser: web addresses, and nothing that starts a program. */
export function isWebAddress(url: string): boolean {
  const protocol = parse(url)?.protocol
  return protocol === 'https:' || protocol === 'http:'
}

function parse(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null
}
