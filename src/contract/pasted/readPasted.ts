/**
 * Finds the servers in text that a person pastes from a README: a command line, an address, a client's JSON or TOML, or
 * a command or link that adds a server to another client. The page, the command and REST all use this. Anything else is
 * refused with a reason, and never taken for a command. Pure; starts nothing.
 */
import { addressTransports, reachesAddress, saidTransports, usualTransport } from '#contract/servers/transports'
import { fieldsOf, isObject, type JsonObject } from '#contract/jsonRpc/jsonObject'
import { type WrittenLaunch, writtenLaunch as launchSchema } from '#contract/servers/server'
import { installLink, readInstallLink } from '#contract/pasted/installLinks'
import { type PastedServer, type PastedServers, type ReadJson, refuse } from '#contract/pasted/pasted'
import { inOwnWords } from '#contract/pasted/placeholders'
import { plainEntry } from '#contract/pasted/plainEntry'
import { readCommand } from '#contract/pasted/readCommand'
import { bareServers, entriesOf, looksLikeServer, serverMaps } from '#contract/pasted/serverMaps'
import { looksLikeToml, readToml } from '#contract/pasted/tomlTables'

const maxLength = 200_000

/** Throws `INVALID_INPUT` with a message that says what is wrong and where. */
export function readPasted(text: string, readJson: ReadJson): PastedServers {
  const content = withoutFence(text)
  if (looksLikeJson(content)) return fromJson(content, readJson)
  if (content.length > maxLength) return refuse('This text is too long for a command, and it is not JSON.')
  const link = installLink(content)
  return link === null ? fromText(content, readJson) : fromLink(link, readJson)
}

/** Whether to read the text as JSON, and refuse it if it is not valid. */
export function looksLikeJson(text: string): boolean {
  return /^\s*(?:\/\/|\/\*|\{|\[\s*[{\]]|"[^"\r\n]*"\s*:\s*\{)/.test(text.replace(/^\uFEFF/, ''))
}

/** The content of a Markdown code fence, which may be inside a sentence. */
export function withoutFence(text: string): string {
  const fences = [
    ...text.matchAll(/^[ \t]*(```+|~~~+)[ \t]*(?:[\w+-]+[^\S\r\n]*)?\r?\n([\s\S]*?)(?:^[ \t]*\1[ \t]*$|(?![\s\S]))/gm),
  ]
  if (fences.length > 1) return refuse(`These are ${fences.length} code blocks. Paste one of them.`)
  const inline = /^\s*`([^`]+)`\s*$/.exec(text)?.[1]
  return (fences[0]?.[2] ?? inline ?? text).trim()
}

function fromText(text: string, readJson: ReadJson): PastedServers {
  if (looksLikeToml(text)) return fromObject(readToml(text))
  if (/^[ \t]*(?:mcpServers|extensions|mcp_servers|servers):[ \t]*$/m.test(text))
    return refuse('YAML is not supported here. Paste the command, the address, JSON or TOML.')
  return readCommand(text, { readJson, launchOf: launchIn, serverOf: serverIn })
}

function fromLink(link: string, readJson: ReadJson): PastedServers {
  const { name, entry } = readInstallLink(link, readJson)
  return { servers: [{ name, launch: launchIn(entry) }], notes: plainEntry(entry).notes }
}

function fromJson(text: string, readJson: ReadJson): PastedServers {
  const trimmed = text.replace(/,\s*$/, '')
  const value = readJson(trimmed.startsWith('"') ? `{${trimmed}}` : trimmed)
  return fromObject(Array.isArray(value) ? { mcpServers: value } : value)
}

function fromObject(root: unknown): PastedServers {
  if (!isObject(root)) return refuse('No server found in this text.')
  if (looksLikeServer(root)) return { servers: [serverIn(root)], notes: plainEntry(root).notes }
  const maps = serverMaps(root)
  const found = maps.length > 0 ? maps : [{ path: [], servers: bareServers(root) ?? misread(root) }]
  const entries = found.flatMap(({ path, servers }) => {
    const inside = entriesOf(servers)
    if (inside === null) return refuse(`in ${path.join('.')}: expected servers by name.`)
    return inside.map(([name, value]) => ({ name, value, path: [...path, name].join('.') }))
  })
  if (entries.length === 0) return refuse('No server found in this text.')
  const servers = entries.map(({ name, value, path }) => ({ name, launch: launchIn(value, path) }))
  return { servers, notes: entries.flatMap(({ value }) => (isObject(value) ? plainEntry(value).notes : [])) }
}

/** Treats an object of objects as entries by name, so that `launchIn` says what an incomplete entry lacks. */
function misread(root: JsonObject): JsonObject {
  const members = Object.values(root)
  if (members.length > 0 && members.every(isObject)) return root
  return refuse('No server found: this has neither a “command” nor a “url”.')
}

function serverIn(value: unknown): PastedServer {
  const { name, ...entry } = fieldsOf(value)
  const launch = launchIn(isObject(value) ? entry : value)
  return { name: typeof name === 'string' ? name : '', launch }
}

/** Throws with the path inside the JSON. */
function launchIn(value: unknown, path = ''): WrittenLaunch {
  const at = (inside: string) => [path, inside].filter((part) => part !== '').join('.')
  const where = path === '' ? '' : `in ${path}: `
  if (!isObject(value)) return refuse(`${where}expected an object with a “command” or a “url”.`)
  const { raw } = plainEntry(value)
  if (raw['command'] === undefined && raw['url'] === undefined)
    return refuse(`${where}it has neither a “command” nor a “url”.`)
  const isRemote = raw['command'] === undefined
  const [first, second = first] = isRemote ? saidTransports(raw) : []
  const wrong = [first, second].find((said) => said !== undefined && !reachesAddress(said.transport))
  if (wrong !== undefined) return refuse(`in ${at(wrong.key)}: expected ${addressTransports.join(' or ')}.`)
  if (second !== undefined && first?.transport !== second.transport)
    return refuse(`in ${at(second.key)}: this contradicts “type”.`)
  const transport = isRemote ? (first?.transport ?? usualTransport.address) : usualTransport.process
  const parsed = launchSchema.safeParse(translated({ ...raw, transport }))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return refuse(`in ${at((issue?.path ?? []).map(String).join('.'))}: ${wordsOf(issue?.message ?? '')}.`)
}

function wordsOf(message: string): string {
  const [, expected, got] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? []
  const article = (word: string) =>
    word === 'undefined' ? 'nothing' : /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`
  return expected === undefined || got === undefined ? message : `expected ${article(expected)}, got ${article(got)}`
}

/** Other clients' `${input:x}` and `${env:X}` become secrets. */
function translated(value: unknown): unknown {
  if (typeof value === 'string') return inOwnWords(value, /^(?:input|env):/)
  if (Array.isArray(value)) return value.map(translated)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, translated(inside)]))
}
