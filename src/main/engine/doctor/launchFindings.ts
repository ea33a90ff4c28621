/** Says where a launch's environment comes from. Shows only names, except for the PATH's folders. Pure. */
import { delimiter } from 'node:path'
import type { Finding } from '#contract/servers/doctor'
import type { Launch, StdioLaunch } from '#contract/servers/server'
import { hasAddress, hasProcess, isContainer } from '#contract/servers/transports'
import { shownUrl } from '#engine/secrets/shownLaunch'
import { referencesIn } from '#engine/secrets/references'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * `written`: the launch as its owner wrote it. `filled`: as it is started, with the inherited environment. `engine`:
 * the engine's own environment.
 */
export function launchFindings(written: Launch, filled: Launch, engine: Environment): Finding[] {
  const references = referencesIn(written)
  const from = (source: 'vault' | 'environment') =>
    [...new Set(references.filter((one) => one.source === source).map(({ name }) => name))].join(', ')
  const common = [
    { name: 'from the vault', text: from('vault') },
    { name: "from the engine's environment, by name", text: from('environment') },
  ]
  const own = hasProcess(written) && hasProcess(filled) ? environmentOf(written, filled, engine) : remoteOf(filled)
  return [...own, ...common].filter(({ text }) => text !== '')
}

function environmentOf(written: StdioLaunch, filled: StdioLaunch, engine: Environment): Finding[] {
  const own = Object.keys(written.env)
  const inherited = Object.keys(filled.env).filter((name) => !own.includes(name))
  return [
    { name: "the server's variables", text: own.join(', ') },
    { name: "the engine's variables", text: inherited.sort().join(', ') },
    ...pathFindings(written, filled, engine),
    { name: 'runs in', text: filled.cwd ?? process.cwd() },
  ]
}

/** If the engine was started from a menu, the login shell's folders come first. */
function pathFindings(written: StdioLaunch, filled: StdioLaunch, engine: Environment): Finding[] {
  const folders = (pathOf(filled.env) ?? '').split(delimiter)
  if (pathOf(written.env) !== undefined)
    return [{ name: `PATH, from ${pathOrigin(written)}`, text: folders.join(', ') }]
  const own = new Set((pathOf(engine) ?? '').split(delimiter))
  return [
    { name: 'PATH, from the login shell', text: folders.filter((folder) => !own.has(folder)).join(', ') },
    { name: `PATH, from ${pathOrigin(written)}`, text: folders.filter((folder) => own.has(folder)).join(', ') },
  ]
}

function remoteOf(filled: Launch): Finding[] {
  if (isContainer(filled))
    return [
      { name: 'image', text: filled.image },
      { name: "the server's variables", text: Object.keys(filled.environment).join(', ') },
    ]
  if (!hasAddress(filled)) return []
  const { url, headers } = filled
  return [
    { name: 'address', text: shownUrl(url) },
    { name: 'headers', text: Object.keys(headers).join(', ') },
  ]
}

export function pathOrigin(written: Launch): string {
  const given = hasProcess(written) && pathOf(written.env) !== undefined
  return given ? "the server's settings" : "the engine's environment"
}

/** Variable names are case-insensitive on Windows. */
function pathOf(env: Environment): string | undefined {
  return Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1]
}
