/** Reads how a person names a package to run: by its name, or by a README's command that runs it. Pure. */
import { isPackageName, isPinned, type PackageRegistry } from '#contract/hosting/package'
import { splitLines } from '#contract/pasted/commandWords'

export interface WantedPackage {
  readonly registry: PackageRegistry
  readonly name: string
  /** Null: the newest version. */
  readonly version: string | null
  /** Null: the program with the package's name. */
  readonly program: string | null
  readonly args: readonly string[]
}

export type ReadPackage =
  | { readonly kind: 'package'; readonly wanted: WantedPackage }
  | { readonly kind: 'problem'; readonly message: string }

interface Runner {
  readonly registry: PackageRegistry
  /** Options that do not change what is run. */
  readonly ignored: ReadonlySet<string>
  /** Options whose value is the package. The next word is then its program. */
  readonly from: ReadonlySet<string>
}

const npx: Runner = {
  registry: 'npm',
  ignored: new Set(['-y', '--yes', '-q', '--quiet', '--prefer-online', '--prefer-offline', '--bun']),
  from: new Set(['-p', '--package']),
}
const uvx: Runner = {
  registry: 'pypi',
  ignored: new Set(['-q', '--quiet', '--isolated', '--no-cache', '--refresh']),
  from: new Set(['--from', '--spec']),
}

/** The package runners by the words that begin their commands. */
const runners: readonly (readonly [readonly string[], Runner])[] = [
  [['npx'], npx],
  [['bunx'], npx],
  [['pnpx'], npx],
  [['pnpm', 'dlx'], npx],
  [['yarn', 'dlx'], npx],
  [['npm', 'exec'], npx],
  [['uvx'], uvx],
  [['uv', 'tool', 'run'], uvx],
  [['pipx', 'run'], uvx],
]

/** `usual`: the registry for a bare name. */
export function readPackage(text: string, usual: PackageRegistry): ReadPackage {
  const lines = splitLines(text).map((line) => line.map((word) => word.text))
  const [words = []] = lines
  if (words.length === 0) return problem('Enter a package, such as @scope/server or mcp-server-time.')
  if (lines.length > 1) return problem('Enter one package, or one command.')
  const [command = '', ...args] = words[0] === '$' ? words.slice(1) : words
  return readPackageCommand(command, args) ?? readSpec(command, args, usual)
}

/** Returns null if the command runs no package. */
export function readPackageCommand(command: string, args: readonly string[]): ReadPackage | null {
  const file = command.slice(Math.max(command.lastIndexOf('/'), command.lastIndexOf('\\')) + 1).toLowerCase()
  const words = [file.replace(/\.(?:exe|cmd|bat)$/, ''), ...args]
  const found = runners.find(([begin]) => begin.every((word, index) => words[index] === word))
  if (found === undefined) return null
  const [begin, runner] = found
  return readRunner(words.slice(begin.length), runner)
}

function readRunner(words: readonly string[], { registry, ignored, from }: Runner): ReadPackage {
  let spec: string | null = null
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] ?? ''
    const [option = '', value] = word.startsWith('--') ? word.split(/=(.*)/s, 2) : [word]
    if (from.has(option)) {
      if (spec !== null) return problem('Several packages are named. Only one can run in a container.')
      spec = value ?? words[(place += 1)] ?? ''
    } else if (word.startsWith('-') && word !== '--') {
      if (!ignored.has(option))
        return problem(`The option ${option} is not known here. Leave it out, or run an image instead.`)
    } else {
      const rest = words.slice(word === '--' ? place + 1 : place)
      const [first, ...args] = rest
      if (first === undefined) break
      return spec === null ? readSpec(first, args, registry) : withProgram(readSpec(spec, args, registry), first)
    }
  }
  return spec === null ? problem('The package is missing.') : readSpec(spec, [], registry)
}

function withProgram(read: ReadPackage, program: string): ReadPackage {
  return read.kind === 'problem' ? read : { kind: 'package', wanted: { ...read.wanted, program } }
}

function readSpec(text: string, args: readonly string[], usual: PackageRegistry): ReadPackage {
  const [, prefix, spec = ''] = /^(?:(npm|pypi):)?(.+)$/s.exec(text) ?? []
  const registry =
    (prefix as PackageRegistry | undefined) ?? (/^[^@=]+==/.test(spec) ? 'pypi' : spec.startsWith('@') ? 'npm' : usual)
  const [, name = '', given = null] = /^(@?[^@=]+)(?:@|==)?(.*)$/s.exec(spec) ?? []
  if (!isPackageName(registry, name))
    return problem(
      `“${text}” is not a package on ${registry === 'npm' ? 'npm' : 'PyPI'}. Folders, addresses and repositories cannot be run this way.`,
    )
  const version = given === null || given === '' || given === 'latest' ? null : given
  if (version !== null && !isPinned(registry, version) && !(registry === 'npm' && /^[a-z][\w.-]*$/i.test(version)))
    return problem(`“${version}” is not a single version. Give one such as 1.2.3, or none for the newest.`)
  return { kind: 'package', wanted: { registry, name, version, program: null, args } }
}

function problem(message: string): ReadPackage {
  return { kind: 'problem', message }
}

/** The package's name without scope and extras. */
export function nameOfPackage({ name }: Pick<WantedPackage, 'name'>): string {
  return name.replace(/^@[^/]*\//, '').split('[', 1)[0] ?? ''
}
