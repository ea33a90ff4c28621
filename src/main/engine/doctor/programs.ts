/** Facts about the programs that run servers: whose version matters, and how to get them. Pure. */
import { programOf } from '#engine/policies/installation'

/** Programs that can report their version, each with the programs it runs with. */
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

const sources: Readonly<Record<string, string | undefined>> = {
  node: 'Node.js (https://nodejs.org)',
  npx: 'Node.js (https://nodejs.org), which brings npx',
  npm: 'Node.js (https://nodejs.org), which brings npm',
  pnpm: 'pnpm (https://pnpm.io)',
  bun: 'Bun (https://bun.sh)',
  bunx: 'Bun (https://bun.sh), which brings bunx',
  deno: 'Deno (https://deno.com)',
  python: 'Python (https://www.python.org)',
  python3: 'Python (https://www.python.org)',
  uv: 'uv (https://docs.astral.sh/uv)',
  uvx: 'uv (https://docs.astral.sh/uv), which brings uvx',
  pipx: 'pipx (https://pipx.pypa.io)',
  docker: 'Docker (https://docs.docker.com/get-docker)',
  podman: 'Podman (https://podman.io)',
}

/** The programs to ask for a version: the command itself, and those it runs with. */
export function programsToAsk(command: string, args: readonly string[]): string[] {
  // A wrapper before the actual command, in configurations for Windows.
  const [inner, ...rest] = programOf(command) === 'cmd' ? args.filter((arg) => !arg.startsWith('/')) : []
  if (inner !== undefined && programOf(inner) !== 'cmd') return programsToAsk(inner, rest)
  const program = programOf(command).replace(/^python3\.\d+$/, 'python3')
  const others = Object.hasOwn(companions, program) ? companions[program] : undefined
  return others === undefined ? [] : [command, ...others]
}

export function sourceOf(command: string): string | null {
  const program = programOf(command)
  return Object.hasOwn(sources, program) ? (sources[program] ?? null) : null
}
