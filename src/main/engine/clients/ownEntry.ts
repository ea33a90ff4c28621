/** Decides whether a launch leads to Switchboard itself, which would then call itself in a loop. Pure. */
import type { WrittenLaunch } from '#contract/servers/server'
import { usualPort } from '#contract/servers/usualPort'
import { hasProcess } from '#contract/servers/transports'

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]', '0.0.0.0'])
const endpointPath = /^\/(?:mcp(?:\/[ps]\/[^/]+)?|sse)\/?$/

/** `endpoint`: the address on which this engine is listening; null if it is not. */
export function isOwnEntry(launch: WrittenLaunch, endpoint: string | null): boolean {
  if (!hasProcess(launch)) return isOwnAddress(launch.url, endpoint)
  const words = [launch.command, ...launch.args]
  return isBridge(words) || words.some((word) => isOwnAddress(word, endpoint))
}

function isOwnAddress(text: string, endpoint: string | null): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  if (!loopback.has(url.hostname) || !endpointPath.test(url.pathname)) return false
  const ports = [String(usualPort), ...(endpoint === null ? [] : [new URL(endpoint).port])]
  return ports.includes(url.port)
}

/** Recognises `switchboard stdio …`, directly or through Node or npx, and an installation's command file. */
function isBridge(words: readonly string[]): boolean {
  // The desktop app is started with its own module as an argument, so two words in a row can match.
  return words.some(
    (word, place) => isOwnProgram(word) && words.slice(place + 1).find((next) => !next.startsWith('-')) === 'stdio',
  )
}

function isOwnProgram(word: string): boolean {
  const parts = word.split(/[\\/]/)
  const name = (parts.at(-1) ?? '').toLowerCase().replace(/\.(?:exe|cmd|bat|js|appimage)$/, '')
  return name === 'switchboard' || (name === 'cli' && parts.at(-2) === 'main' && parts.at(-3) === 'out')
}
