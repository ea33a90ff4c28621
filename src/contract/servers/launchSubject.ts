/** Finds what a command line really runs: a package, an image, a script. Pure. */

/** Programs that run what one of their arguments names. */
const runners = new Set(
  (
    'npx bunx uvx pipx node bun deno uv docker podman nerdctl pnpm pnpx yarn npm sh bash zsh dash env sudo nice timeout ' +
    'cmd pwsh powershell java dotnet cargo go ruby php perl tsx ts-node'
  ).split(' '),
)
const verbs = new Set(['run', 'exec', 'dlx', 'x', 'tool', 'start', 'create', 'container', 'cmd', '/c', '/k'])
/** Options of these programs that take the next word as their value. */
const valued = new Set(
  (
    '-c -e -m -p -r -v -w -u --call --cache --cpus --cwd --dir --directory --entrypoint --env --env-file --from --hostname ' +
    '--import --index-url --label --loader --memory --mount --name --network --package --platform --prefix --project ' +
    '--publish --python --registry --require --user --userconfig --volume --with --with-editable --with-requirements --workdir'
  ).split(' '),
)

export function isRunner(command: string): boolean {
  const file = command.slice(Math.max(command.lastIndexOf('/'), command.lastIndexOf('\\')) + 1).toLowerCase()
  const program = file.replace(/\.(?:exe|cmd|bat)$/, '')
  return runners.has(program) || /^python[\d.]*$/.test(program)
}

/** The index of what runs among the arguments; -1 if the command itself is what runs. */
export function subjectPlace(command: string, args: readonly string[]): number {
  if (!isRunner(command)) return -1
  for (let place = 0; place < args.length; place += 1) {
    const arg = args[place] ?? ''
    if (valued.has(arg)) {
      // The word after `-m` is a module, and is what runs.
      if (arg === '-m') return place + 1 < args.length ? place + 1 : -1
      place += 1
    } else if (!arg.startsWith('-') && !verbs.has(arg.toLowerCase()) && !/^[A-Za-z_]\w*=/.test(arg)) return place
  }
  return -1
}
