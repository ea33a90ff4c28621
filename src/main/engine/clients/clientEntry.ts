/** One server as a client wrote it, said in Switchboard's words. What changes on the way is told, never silent. Pure. */
import { isObject } from '#contract/jsonObject'
import { type ConfigEntry, readEntry } from '#engine/registry/configEntry'
import { type PathSegment, pathText } from '#engine/registry/configSyntax'
import { type Surroundings, translate } from '#engine/clients/notation'
import { referencesIn } from '#engine/secrets/references'

export interface ClientEntry {
  readonly config: ConfigEntry
  readonly notes: readonly string[]
  readonly needs: readonly string[]
}

type Raw = Readonly<Record<string, unknown>>

/** Keys by which a client remembers something of its own, which changes nothing about how the server runs. */
const silent = new Set([
  'source',
  'gallery',
  'version',
  'dev',
  'alwaysAllow',
  'autoApprove',
  'autoallow',
  'settings',
  '$schema',
])

/** `surroundings` is null for a file of ours, which is taken as it is written. */
export function readClientEntry(
  name: string,
  value: unknown,
  path: readonly PathSegment[],
  surroundings: Surroundings | null,
): ClientEntry {
  if (!isObject(value) || surroundings === null) return understood(name, value, path, [], [])
  const flat = flattened(value)
  const notes = [...flat.notes]
  const { value: raw, notes: translations, problems } = translate(flat.raw, surroundings)
  notes.push(...translations)
  if (isObject(raw) && surroundings.folder !== null && typeof raw['command'] === 'string' && raw['cwd'] === undefined)
    return understood(name, { ...raw, cwd: surroundings.folder }, path, notes, problems)
  return understood(name, raw, path, notes, problems)
}

function understood(
  name: string,
  raw: unknown,
  path: readonly PathSegment[],
  notes: readonly string[],
  problems: readonly string[],
): ClientEntry {
  const { entry, problems: found } = readEntry(name, raw, path)
  const ignored = found.filter(({ severity }) => severity === 'warning').map((one) => `${one.path}: ${one.message}`)
  const extension = isObject(raw) && raw[extensionMark] === true
  const own = extension ? [`it is an extension of that client, which alone can start it`] : problems
  const at = pathText(path)
  const config: ConfigEntry =
    own.length === 0
      ? entry
      : {
          ...entry,
          server: null,
          candidate: { ...entry.candidate, problem: own.map((problem) => `${at}: ${problem}`).join('; ') },
        }
  const needs =
    config.server === null ? [] : referencesIn(config.server.launch).filter(({ source }) => source === 'vault')
  return {
    config,
    notes: [...notes, ...ignored],
    needs: [...new Set(needs.map((reference) => reference.name))],
  }
}

const extensionMark = 'is extension'

/** The many ways to write the same thing become one. */
function flattened(value: Raw): { readonly raw: Raw; readonly notes: readonly string[] } {
  const raw: Record<string, unknown> = Object.fromEntries(Object.entries(value).filter(([key]) => !silent.has(key)))
  const notes: string[] = []
  if (raw['url'] === undefined && raw['serverUrl'] !== undefined) raw['url'] = raw['serverUrl']
  delete raw['serverUrl']
  const { command } = raw
  if (isObject(command)) {
    Object.assign(raw, { command: command['path'], args: command['args'] ?? [], env: command['env'] ?? {} })
  }
  for (const part of ['env', 'headers']) if (isObject(raw[part])) raw[part] = asTexts(raw[part])
  if (raw['args'] === null) delete raw['args']
  if (raw['env'] === null) delete raw['env']
  if (typeof raw['envFile'] === 'string') {
    notes.push(`the variables of ${raw['envFile']} are not read: add them to the server`)
    delete raw['envFile']
  }
  const isExtension = value['source'] === 'extension' || ('settings' in value && raw['url'] === undefined)
  if (isExtension && raw['command'] === undefined) raw[extensionMark] = true
  return { raw, notes }
}

/** Numbers and switches are written as such by some; a process gets text. */
function asTexts(values: Raw): Raw {
  const entries = Object.entries(values).filter(([, value]) => value !== null)
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
    ]),
  )
}
