/** What well-known lines in a server's output mean, and what to do about them. A table of patterns, pure. */

interface Clue {
  readonly pattern: RegExp
  readonly advice: (found: readonly string[]) => string
}

const variable = String.raw`\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b`
const wanted = String.raw`(?:[Mm]issing|MISSING|[Rr]equired?|[Rr]equires|REQUIRED|[Nn]ot set|[Uu]nset|[Uu]ndefined|[Pp]rovided?|[Nn]eeds?|[Ss]et|empty|not found)`

/** The likeliest first: of several lines, an earlier row explains the later ones. */
const clues: readonly Clue[] = [
  {
    pattern: /'?(@?[\w./-]+?)(?:@[^\s']*)?'? is not in this registry|404 Not Found - GET \S+\/(\S+)/,
    advice: ([, named, asked]) =>
      `The package ${decoded(named ?? asked ?? '')} does not exist in the registry, or is private there: check its name.`,
  },
  {
    pattern:
      /(?:Because )?(\S+) was not found in the package registry|Could not find a version that satisfies the requirement (\S+)/,
    advice: ([, uv, pip]) => `The package ${uv ?? pip ?? ''} does not exist in the registry: check its name.`,
  },
  {
    pattern: /No matching version found for (\S+?)\.?(?:\s|$)/,
    advice: ([, version]) => `There is no version ${version ?? ''}: name another one, or leave the version out.`,
  },
  {
    pattern: /could not determine executable to run|An executable named `?([\w.-]+)`? is not provided by package/,
    advice: () =>
      'The package was fetched, but it has no command of that name: see its documentation for how it is started.',
  },
  {
    pattern:
      /SELF_SIGNED_CERT|UNABLE_TO_(?:GET_ISSUER|VERIFY)|CERTIFICATE_VERIFY_FAILED|unable to get local issuer|invalid peer certificate/,
    advice: () =>
      'A certificate is not trusted, as behind the proxy of a company: name the file of its authority in NODE_EXTRA_CA_CERTS (Node) or SSL_CERT_FILE (Python, uv) for this server.',
  },
  {
    pattern:
      /ENOTFOUND|EAI_AGAIN|network request to \S+ failed|dns error|[Ff]ailed to fetch|Could not resolve host|ERR_SOCKET_TIMEOUT/,
    advice: () =>
      'It could not reach the network: check that this machine is online, and HTTPS_PROXY if there is a proxy.',
  },
  {
    pattern: /EADDRINUSE[^\n]*?:(\d+)\b|[Aa]ddress already in use/,
    advice: ([, port]) =>
      `It wants a port that is taken${port === undefined ? '' : ` (${port})`}: end what listens there, or give it another port.`,
  },
  {
    pattern: /ModuleNotFoundError: No module named '([^']+)'/,
    advice: ([, name]) =>
      `The Python that runs it has no module ${name ?? ''}: install it for that Python, or run the server with uvx or from its own virtual environment.`,
  },
  {
    pattern: /Cannot find (?:module|package) '([^']+)'/,
    advice: ([, name]) =>
      `Node does not find ${name ?? ''}: correct the path, or install and build the server in its folder first.`,
  },
  {
    pattern: /can't open file '([^']+)'|python[\d.]*: No module named (\S+)/,
    advice: ([, file, name]) => `Python does not find ${file ?? name ?? ''}: correct the path, or install it.`,
  },
  {
    pattern:
      /Unsupported engine|[Rr]equires? Node(?:\.js)?\D{0,12}([\d.]+)|node: bad option|ReferenceError: (?:fetch|File|WebSocket) is not defined/,
    advice: ([, version]) =>
      `The Node that runs it is too old${version === undefined ? '' : ` (it asks for ${version})`}: install a newer one, or name its full path as the command.`,
  },
  {
    pattern: /Cannot connect to the Docker daemon|docker daemon is not running|error during connect/,
    advice: () => 'Docker does not run: start it, and check that this user may use it.',
  },
  {
    pattern:
      /(?:sh|bash|zsh|dash)(?:: (?:line )?\d+)?: ([\w./-]+): (?:command )?not found|env: [‘'"]?([\w./-]+)[’'"]?: No such file/,
    advice: ([, shell, env]) =>
      `It starts ${shell ?? env ?? ''} in its turn, which is not on its PATH: install that, or add its folder to the PATH of the server.`,
  },
  {
    pattern: new RegExp(`${variable}[^\\n]{0,60}${wanted}|${wanted}[^\\n]{0,60}?${variable}`),
    advice: ([, before, after]) => {
      const name = before ?? after ?? ''
      return `It seems to need the variable ${name}: add it to the server's environment; a secret as \${${name}}, with its value given by: switchboard secret set ${name}`
    },
  },
  {
    pattern: /\b(?:401|403)\b|[Uu]nauthorized|[Ii]nvalid (?:API|api) ?key|[Aa]uthentication failed|[Bb]ad credentials/,
    advice: () => 'The service behind it does not accept the credentials that it was given: check its keys.',
  },
  {
    pattern: /EACCES|[Pp]ermission denied|EPERM/,
    advice: () => 'It is not permitted to use a file or folder that it needs: check its rights and its arguments.',
  },
  { pattern: /ENOSPC|[Nn]o space left/, advice: () => 'The disk is full.' },
  {
    pattern: /heap out of memory|MemoryError|Out of memory/,
    advice: () => 'It ran out of memory.',
  },
  {
    pattern: /(?:[Ll]istening|[Rr]unning|[Ss]tarted|[Ss]erving)[^\n]{0,40}(https?:\/\/[^\s"']+)/,
    advice: ([, url]) =>
      `It serves HTTP at ${url ?? ''} instead of speaking on stdin and stdout: add it by that address, or start it in its stdio mode.`,
  },
  {
    pattern: /[Ll]istening (?:on|at) (?:port )?:?(\d{2,5})\b|HTTP[^\n]{0,40}\bport:? (\d{2,5})\b/,
    advice: ([, port, other]) =>
      `It serves HTTP on port ${port ?? other ?? ''} instead of speaking on stdin and stdout: add it by its address, or start it in its stdio mode.`,
  },
  {
    pattern: /Unknown file extension "(\.\w+)"/,
    advice: ([, ending]) =>
      `This Node does not run ${ending ?? ''} files: name a newer Node as the command, or build the server and run what was built.`,
  },
  {
    pattern: /^\s*[Uu]sage:|error: (?:unrecognized|unexpected|the following) argument/m,
    advice: () => 'It printed how it wants to be called: its arguments are not what it expects.',
  },
]

/** The advice for what was printed; at most three, since one fault makes many lines. */
export function adviceForOutput(printed: string): string[] {
  const found = clues.flatMap(({ pattern, advice }) => {
    const match = pattern.exec(printed)
    return match === null ? [] : [advice(match)]
  })
  return found.slice(0, 3)
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
