/** Tells which commands download the program that they run, so that a first start may take minutes. Pure. */

/** Programs that always download. */
const runners = new Set(['npx', 'pnpx', 'bunx', 'uvx'])

/** Programs that download only with one of these subcommands. */
const subcommands: Readonly<Record<string, readonly string[] | undefined>> = {
  npm: ['exec', 'x'],
  pnpm: ['dlx'],
  yarn: ['dlx'],
  bun: ['x'],
  uv: ['tool', 'run'],
  pipx: ['run'],
  deno: ['run'],
  docker: ['run', 'container', 'compose'],
  podman: ['run', 'container'],
  nerdctl: ['run', 'container'],
}

/** Shells that precede the actual command in configurations for Windows. */
const shells = new Set(['cmd'])

export function fetchesFirst(command: string, args: readonly string[]): boolean {
  const program = programOf(command)
  if (shells.has(program)) {
    const [inner, ...rest] = args.filter((arg) => !arg.startsWith('/'))
    return inner !== undefined && !shells.has(programOf(inner)) && fetchesFirst(inner, rest)
  }
  if (runners.has(program)) return true
  const wanted = Object.hasOwn(subcommands, program) ? subcommands[program] : undefined
  const first = args.find((arg) => !arg.startsWith('-'))
  return wanted !== undefined && first !== undefined && wanted.includes(first)
}

/** The program's name without folder and Windows file extension. */
export function programOf(command: string): string {
  const name = command.split(/[\\/]/).at(-1) ?? command
  return name.toLowerCase().replace(/\.(?:exe|cmd|bat|ps1)$/, '')
}
