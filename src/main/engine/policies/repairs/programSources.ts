/** Says how to get the programs that run servers: from which page, and by which command on each platform. Pure. */
import { programOf } from '#engine/policies/installation'

interface Source {
  readonly title: string
  readonly page: string
  /** The command for each platform. Absent where it depends on the system: the page then says how to install. */
  readonly commands: Readonly<Partial<Record<NodeJS.Platform, string>>>
}

/** `brings`: the program that was asked for, if it comes with the one to install. */
export interface ProgramSource extends Source {
  readonly brings: string | null
}

const everywhere = (command: string) => ({ darwin: command, linux: command, win32: command })
const script = (unix: string, windows: string) => ({ darwin: unix, linux: unix, win32: windows })

const sources: Readonly<Record<string, Source | undefined>> = {
  node: {
    title: 'Node.js',
    page: 'https://nodejs.org/en/download',
    commands: { darwin: 'brew install node', win32: 'winget install OpenJS.NodeJS.LTS' },
  },
  pnpm: { title: 'pnpm', page: 'https://pnpm.io/installation', commands: everywhere('npm install --global pnpm') },
  yarn: {
    title: 'Yarn',
    page: 'https://yarnpkg.com/getting-started/install',
    commands: everywhere('npm install --global corepack && corepack enable'),
  },
  bun: {
    title: 'Bun',
    page: 'https://bun.sh/docs/installation',
    commands: script('curl -fsSL https://bun.sh/install | bash', 'powershell -c "irm bun.sh/install.ps1 | iex"'),
  },
  deno: {
    title: 'Deno',
    page: 'https://docs.deno.com/runtime/getting_started/installation',
    commands: script(
      'curl -fsSL https://deno.land/install.sh | sh',
      'powershell -c "irm https://deno.land/install.ps1 | iex"',
    ),
  },
  python: {
    title: 'Python',
    page: 'https://www.python.org/downloads',
    commands: { darwin: 'brew install python' },
  },
  uv: {
    title: 'uv',
    page: 'https://docs.astral.sh/uv/getting-started/installation',
    commands: script(
      'curl -LsSf https://astral.sh/uv/install.sh | sh',
      'powershell -ExecutionPolicy ByPass -c "irm https://astral.sh/uv/install.ps1 | iex"',
    ),
  },
  pipx: {
    title: 'pipx',
    page: 'https://pipx.pypa.io/stable/installation',
    commands: { darwin: 'brew install pipx' },
  },
  docker: { title: 'Docker', page: 'https://docs.docker.com/get-docker', commands: {} },
  podman: { title: 'Podman', page: 'https://podman.io/docs/installation', commands: { darwin: 'brew install podman' } },
  git: { title: 'Git', page: 'https://git-scm.com/downloads', commands: { win32: 'winget install Git.Git' } },
}

/** Programs that come with another one. */
const parts: Readonly<Record<string, string | undefined>> = {
  npx: 'node',
  npm: 'node',
  pnpx: 'pnpm',
  bunx: 'bun',
  python3: 'python',
  uvx: 'uv',
}
/** Other names of programs in the table. */
const names: ReadonlySet<string> = new Set(['python3'])

/** How to get the program; null if that is unknown. */
export function programSource(command: string): ProgramSource | null {
  const program = programOf(command)
  const whole = Object.hasOwn(parts, program) ? (parts[program] ?? program) : program
  const source = Object.hasOwn(sources, whole) ? sources[whole] : undefined
  if (source === undefined) return null
  return { ...source, brings: whole === program || names.has(program) ? null : program }
}
