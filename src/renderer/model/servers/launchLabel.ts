/** A short label for what a server runs: a package, a host, an image or a folder. Pure. */
import { isCommonName } from '#contract/pasted/launchName'
import { hostOf } from '#contract/pasted/address'
import { subjectPlace } from '#contract/servers/launchSubject'
import type { LaunchSnapshot } from '#contract/servers/server'
import { byReach } from '#contract/servers/transports'

const containerTools = new Set(['docker', 'podman', 'nerdctl'])

export function launchLabel(launch: LaunchSnapshot): string {
  return byReach(launch, {
    process: ({ command, args }) => commandLabel(command, args),
    address: ({ url }) => addressLabel(url),
    image: ({ image }) => imageLabel(image),
  })
}

function commandLabel(command: string, args: readonly string[]): string {
  const program = programOf(command)
  // `cmd` is a wrapper before the actual command, in configurations for Windows.
  const [inner, ...rest] = program === 'cmd' ? args.filter((arg) => !arg.startsWith('/')) : []
  if (inner !== undefined && programOf(inner) !== 'cmd') return commandLabel(inner, rest)
  const subject = args[subjectPlace(command, args)]
  const name = packageName(runsPackages(program, args) ? (packageOf(args) ?? subject) : undefined)
  if (name !== null) return name
  if (subject === undefined) return pathLabel(command)
  if (containerTools.has(program)) return imageLabel(subject)
  const folder = args[args.findIndex((arg) => arg === '--directory' || arg === '--project') + 1]
  return pathLabel(subject, subject === folder ? undefined : folder)
}

const packageRunners = new Set(['npx', 'bunx', 'pnpx', 'uvx', 'pipx'])

function runsPackages(program: string, [first = '', second = '', third = '']: readonly string[]): boolean {
  if (packageRunners.has(program)) return true
  return /^(?:(?:pnpm|yarn) dlx|npm (?:exec|x)|bun x|uv tool run)\b/.test([program, first, second, third].join(' '))
}

/** The package, if an option such as `--from` names it apart from its program. */
function packageOf(args: readonly string[]): string | undefined {
  const place = args.findIndex((arg) => /^(?:-p|--package|--from|--spec)$/.test(arg))
  return place === -1 ? undefined : args[place + 1]
}

/** The name of a package without its version; null for a folder, a repository, or nothing. */
function packageName(written: string | undefined): string | null {
  return /^((?:@[\w.-]+\/)?[\w.-]+)(?:\[[^\]]*\])?(?:[@=~<>!].*)?$/s.exec(written ?? '')?.[1] ?? null
}

/** The last part of the path that says more than `index.js` or `dist`. `folder`: what the path is relative to. */
function pathLabel(path: string, folder = ''): string {
  if (!/[\\/]/.test(path) && !isFolderOf(path, folder)) return path
  const parts = [...partsOf(folder), ...partsOf(path)]
  const place = parts.findLastIndex((part) => !isCommonName(part.replace(/\.\w+$/, '')))
  const name = parts[place] ?? parts.at(-1) ?? path
  const scope = parts[place - 1]
  return scope?.startsWith('@') === true ? `${scope}/${name}` : name
}

/** Whether the folder says more than this bare name, such as `server.py`. */
function isFolderOf(name: string, folder: string): boolean {
  return folder !== '' && isCommonName(name.replace(/\.\w+$/, ''))
}

function partsOf(path: string): string[] {
  return path.split(/[\\/]/).filter((part) => part !== '' && part !== '.' && part !== '..')
}

function addressLabel(url: string): string {
  return hostOf(url) !== null && URL.canParse(url) ? new URL(url).host : url
}

/** The name of an image without its registry, tag and digest. */
function imageLabel(image: string): string {
  const [first = '', ...rest] = image
    .replace(/@.*$/s, '')
    .replace(/:[^/:]*$/, '')
    .split('/')
  const isRegistry = rest.length > 0 && /[.:]|^localhost$/.test(first)
  return (isRegistry ? rest : [first, ...rest]).join('/')
}

function programOf(command: string): string {
  return (partsOf(command).at(-1) ?? command).toLowerCase().replace(/\.(?:exe|cmd|bat)$/, '')
}
