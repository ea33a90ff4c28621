/** Facts about the programs that run servers: whose version matters, and how to get them. Pure. */
import { programOf } from '#engine/policies/installation'
import { programSource } from '#engine/policies/repairs/programSources'

/**
 * Programs that can report their version. The values are the programs that they need, whose versions matter too: `npx`
 * runs in `node`.
 */
const companions: Readonly<Record<string, readonly string[] | undefined>> = {
  node: [],
  npx: ['node'],
  npm: ['node'],
  pnpm: ['node'],
  pnpx: ['node'],
  yarn: ['node'],
  bun: [],
  bunx: [],
  deno: [],
  python: [],
  python3: [],
  uv: [],
  uvx: [],
  pipx: ['python3'],
  docker: [],
  podman: [],
}

/** The programs to ask for a version: the command itself, by its own name, and the programs that it needs. */
export function programsToAsk(command: string, args: readonly string[]): string[] {
  // On Windows, configurations often wrap the actual command in `cmd /c`.
  const [inner, ...rest] = programOf(command) === 'cmd' ? args.filter((arg) => !arg.startsWith('/')) : []
  if (inner !== undefined && programOf(inner) !== 'cmd') return programsToAsk(inner, rest)
  const program = programOf(command).replace(/^python3\.\d+$/, 'python3')
  const others = Object.hasOwn(companions, program) ? companions[program] : undefined
  return others === undefined ? [] : [command, ...others]
}

/** Where to get the command, for example `uv (https://docs.astral.sh/uv), which brings uvx`. */
export function sourceOf(command: string): string | null {
  const source = programSource(command)
  if (source === null) return null
  const { title, page, brings } = source
  return `${title} (${page})${brings === null ? '' : `, which brings ${brings}`}`
}
