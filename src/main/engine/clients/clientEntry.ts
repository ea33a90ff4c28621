/** Converts one server entry from a client's file to Switchboard's form, and reports every change on the way. Pure. */
import { isObject } from '#contract/jsonRpc/jsonObject'
import { plainEntry } from '#contract/pasted/plainEntry'
import { type ConfigEntry, readEntry } from '#engine/config/configEntry'
import { type PathSegment, pathText } from '#engine/config/configSyntax'
import { type Surroundings, translate } from '#engine/clients/notation'
import { referencesIn } from '#engine/secrets/references'

export interface ClientEntry {
  readonly config: ConfigEntry
  readonly notes: readonly string[]
  readonly needs: readonly string[]
}

type Raw = Readonly<Record<string, unknown>>

/** `surroundings` is null for Switchboard's own files, which are read as written. */
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
  const own = extension ? [`it is an extension of that client, and only that client can start it`] : problems
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

/** Converts the clients' different notations into one. Marks a client's own extension, which has no command. */
function flattened(value: Raw): { readonly raw: Raw; readonly notes: readonly string[] } {
  const { raw, notes } = plainEntry(value)
  const isExtension = value['source'] === 'extension' || ('settings' in value && raw['url'] === undefined)
  return { raw: isExtension && raw['command'] === undefined ? { ...raw, [extensionMark]: true } : raw, notes }
}
