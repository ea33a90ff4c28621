/** The address of the window's page, and which addresses belong to it. Pure. */
import { desktopAppFrame } from '#contract/chat/appFrame'

/**
 * A host name that no network has, with the scheme https. `file:` would give rights over files, and a custom scheme
 * would have to be registered before any module is sure to be loaded.
 */
export const builtPageUrl = 'https://switchboard.internal/index.html'

/** `devServer` is used only while the app is not packaged. */
export function pageUrlOf(devServer: string | undefined, packaged: boolean): string {
  return devServer === undefined || devServer === '' || packaged ? builtPageUrl : devServer
}

/** Whether `url` has the page's origin. The opaque origin `null` does not count. */
export function isOwnPage(url: string, pageUrl: string): boolean {
  const one = parse(url)
  const own = parse(pageUrl)
  return one !== null && own !== null && one.protocol === own.protocol && one.host === own.host
}

/** Whether `url` is a file that the page itself created, as opposed to one that was loaded. */
export function isMadeByPage(url: string, pageUrl: string): boolean {
  return url.startsWith('blob:') && isOwnPage(url.slice('blob:'.length), pageUrl)
}

/** Whether `url` is the frame document for servers' pages, whatever origins it allows. */
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

/** Whether `url` may be opened in the system's browser: a web address, not one that starts a program. */
export function isWebAddress(url: string): boolean {
  const protocol = parse(url)?.protocol
  return protocol === 'https:' || protocol === 'http:'
}

function parse(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null
}
