/** Reads the command with which a README adds a server to another client: `claude mcp add …` and similar ones. Pure. */
import {
  reachesAddress,
  type Transport,
  transportAt,
  transportNamed,
  usualTransport,
} from '#contract/servers/transports'
import type { WrittenLaunch } from '#contract/servers/server'
import type { JsonObject } from '#contract/jsonRpc/jsonObject'
import { type PastedServer, type ReadJson, refuse } from '#contract/pasted/pasted'
import { isAddressWord } from '#contract/pasted/address'

/** Options that concern only the other client. */
const ignored = new Set(
  '-s --scope --timeout --description --include-tools --exclude-tools --callback-port --client-id'.split(' '),
)
const switches = new Set('--trust --force -f --yes -y --json --client-secret'.split(' '))
const known: Readonly<
  Record<string, 'env' | 'header' | 'transport' | 'url' | 'bearer' | 'name' | 'command' | 'args' | 'cwd'>
> = {
  '-e': 'env',
  '--env': 'env',
  '-H': 'header',
  '--header': 'header',
  '--headers': 'header',
  '-t': 'transport',
  '--transport': 'transport',
  '--type': 'transport',
  '--url': 'url',
  '--bearer-token-env-var': 'bearer',
  '--name': 'name',
  '--command': 'command',
  '--args': 'args',
  '--cwd': 'cwd',
}

/** The index after `mcp add` in these words; null for any other command. */
export function mcpAddPlace(words: readonly string[]): number | null {
  const place = words.findIndex(
    (word, index) => word === 'mcp' && /^add(?:-json|-from-claude-desktop)?$/.test(words[index + 1] ?? ''),
  )
  // Only the client, or the command that fetches the client, comes before `mcp add`.
  return place > 0 && place <= 3 ? place + 1 : null
}

interface Given {
  readonly env: Record<string, string>
  readonly headers: Record<string, string>
  transport: Transport | null
  name: string | null
  cwd: string | null
  line: string[]
}

export function readMcpAdd(
  words: readonly string[],
  place: number,
  json: (value: unknown) => WrittenLaunch,
  read: ReadJson,
): PastedServer {
  const given: Given = { env: {}, headers: {}, transport: null, name: null, cwd: null, line: [] }
  takeWords(words.slice(place + 1), given)
  const { line } = given
  if (words[place] === 'add-json') return { name: given.name ?? '', launch: json(read(line[0] ?? '')) }
  const [first] = line
  const whose = words.slice(0, place + 1).join(' ')
  if (first === undefined) return refuse(`This “${whose}” contains no command or address to add.`)
  return { name: given.name ?? '', launch: launchOf(first, given) }
}

function launchOf(first: string, { env, headers, transport, cwd, line }: Given): WrittenLaunch {
  const isRemote = isAddressWord(first) || reachesAddress(transport)
  if (isRemote && !isAddressWord(first)) return refuse(`“${first}” is not an address: it should begin with https://.`)
  if (isRemote) return { transport: reachesAddress(transport) ? transport : transportAt(first), url: first, headers }
  return { transport: usualTransport.process, command: first, args: line.slice(1), env, ...(cwd !== null && { cwd }) }
}

/** All words after a command belong to it. After an address, options may follow. */
function takeWords(words: readonly string[], given: Given): void {
  let isOwn = false
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (isOwn) given.line.push(word)
    else if (word === '--') isOwn = true
    else if (word.startsWith('-')) at += takeOption(word, words.slice(at + 1), given)
    else if (given.name === null) given.name = word
    else {
      given.line.push(word)
      isOwn = !isAddressWord(word)
    }
  }
}

/** Returns how many of the following words the option takes. */
function takeOption(word: string, rest: readonly string[], given: Given): number {
  const [option = '', attached] = /^(--[\w-]+)=(.*)$/s.exec(word)?.slice(1) ?? [word]
  if (switches.has(option)) return 0
  const value = attached ?? rest[0]
  const used = attached === undefined ? 1 : 0
  const kind = known[option]
  if (kind === undefined && !ignored.has(option)) return refuse(`“${option}” is not understood here.`)
  if (value === undefined) return refuse(`A value is missing after “${option}”.`)
  if (kind === undefined) return used
  if (kind === 'env') return used + takeAssignments(value, rest.slice(used), given)
  const takes: Readonly<Record<Exclude<typeof kind, 'env'>, () => void>> = {
    header: () => Object.assign(given.headers, headerOf(value)),
    transport: () => (given.transport = transportNamed(value)),
    url: () => given.line.push(value),
    bearer: () => (given.headers['Authorization'] = `Bearer \${${value}}`),
    name: () => (given.name = value),
    command: () => given.line.unshift(value),
    args: () => given.line.push(...value.split(',')),
    cwd: () => (given.cwd = value),
  }
  takes[kind]()
  return used
}

/** One option takes several assignments: `-e A=1 B=2`. */
function takeAssignments(first: string, rest: readonly string[], given: Given): number {
  const assignment = /^([A-Za-z_][\w.-]*)=(.*)$/s
  const more = rest.findIndex((word) => !assignment.test(word))
  const count = more === -1 ? rest.length : more
  for (const word of [first, ...rest.slice(0, count)]) {
    const [, name, value] = assignment.exec(word) ?? []
    if (name === undefined || value === undefined) return refuse(`“${word}” should be NAME=VALUE.`)
    given.env[name] = value
  }
  return count
}

export function headerOf(text: string): JsonObject & Record<string, string> {
  const [, name, value] = /^\s*([^:=\s]+)\s*[:=]\s*(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) return refuse(`The header “${text}” should be “Name: value”.`)
  return { [name]: value }
}
