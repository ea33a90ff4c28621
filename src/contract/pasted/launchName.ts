/** Derives a server's name from what it runs: the package, image or script, or the host of its address. Pure. */
import { isRunner, subjectPlace } from '#contract/servers/launchSubject'
import { hostOf } from '#contract/pasted/address'
import type { WrittenLaunch } from '#contract/servers/server'
import { hasProcess } from '#contract/servers/transports'

/** Common names of files and folders in packages, which say nothing about the server. */
const common =
  /^(?:index|main|server|mcp|app|cli|start|run|stdio|bin|build|dist|lib|out|src|target|release|debug|node_modules|\.venv|venv|scripts|__main__|packages?)$/i

/** Whether a file or folder has a name that says nothing about the server. */
export function isCommonName(name: string): boolean {
  return common.test(name)
}

export function nameOfLaunch(launch: WrittenLaunch): string {
  return hasProcess(launch) ? nameOfCommand(launch) : nameOfAddress(launch.url)
}

export function nameOfCommand({
  command,
  args,
}: {
  readonly command: string
  readonly args: readonly string[]
}): string {
  const named = args[args.indexOf('--name') + 1]
  if (/(?:docker|podman)(?:\.exe)?$/.test(command) && args.includes('--name') && named !== undefined) return bare(named)
  const place = subjectPlace(command, args)
  const folder = args.findIndex((arg) => arg === '--directory' || arg === '--project')
  const subject = isRunner(command) && place !== -1 ? (args[place] ?? '') : command
  const parts = subject.split(/[\\/]/).filter((part) => part !== '' && part !== '.' && part !== '..')
  const candidates = [...parts.toReversed(), ...(args[folder + 1] ?? '').split(/[\\/]/).toReversed()].map(bare)
  return candidates.find((part) => part !== '' && !common.test(part)) ?? bare(parts.at(-1) ?? subject)
}

function bare(part: string): string {
  return part
    .replace(/(?<=.)@.*$/s, '')
    .replace(/:[\w.-]+$/, '')
    .replace(/(?<=.)[=~<>]=.*$/s, '')
    .replace(/\.(?:[mc]?[jt]sx?|py|exe|cmd|bat|ps1|sh|jar|rb)$/i, '')
    .replace(/^(?:mcp-server-|server-|mcp-)|(?:-mcp-server|-mcp|-server)$/g, '')
    .slice(0, 100)
}

/** The name for a remote server: `https://mcp.example.com/mcp` gives `example`. */
export function nameOfAddress(address: string): string {
  const hostname = hostOf(address.trim())?.toLowerCase()
  if (hostname === undefined) return ''
  const labels = hostname.split('.').filter((label) => !['www', 'api', 'mcp'].includes(label))
  return /^[\d.]+$|^\[/.test(hostname) ? hostname : (labels.at(-2) ?? labels[0] ?? hostname)
}
