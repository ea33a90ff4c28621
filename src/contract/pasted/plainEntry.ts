/** Normalises a client's server entry, so that different spellings become one. Pure. */
import { isObject, type JsonObject } from '#contract/jsonRpc/jsonObject'

export interface PlainEntry {
  readonly raw: JsonObject
  readonly notes: readonly string[]
}

/** Keys in which a client stores its own notes. They do not change how the server runs. */
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
  'trust',
])

export function plainEntry(value: JsonObject): PlainEntry {
  const raw: Record<string, unknown> = Object.fromEntries(Object.entries(value).filter(([key]) => !silent.has(key)))
  const notes: string[] = []
  for (const key of ['serverUrl', 'httpUrl', 'uri']) {
    if (raw['url'] === undefined && raw[key] !== undefined) raw['url'] = raw[key]
    delete raw[key]
  }
  for (const [key, usual] of [
    ['environment', 'env'],
    ['http_headers', 'headers'],
  ] as const) {
    if (raw[usual] === undefined && raw[key] !== undefined) raw[usual] = raw[key]
    delete raw[key]
  }
  const bearer = raw['bearer_token_env_var']
  if (typeof bearer === 'string')
    raw['headers'] = { ...(isObject(raw['headers']) && raw['headers']), Authorization: `Bearer \${${bearer}}` }
  delete raw['bearer_token_env_var']
  const { command } = raw
  if (isObject(command))
    Object.assign(raw, { command: command['path'], args: command['args'] ?? [], env: command['env'] ?? {} })
  if (Array.isArray(command) && raw['args'] === undefined)
    Object.assign(raw, { command: command[0] as unknown, args: command.slice(1) })
  for (const part of ['env', 'headers']) if (isObject(raw[part])) raw[part] = asTexts(raw[part])
  for (const part of ['args', 'env', 'headers']) if (raw[part] === null) delete raw[part]
  if (typeof raw['envFile'] === 'string') {
    notes.push(`the variables of ${raw['envFile']} are not read: add them to the server`)
    delete raw['envFile']
  }
  return { raw, notes }
}

/** Some clients write numbers and booleans, but a process gets only text. */
function asTexts(values: JsonObject): JsonObject {
  const entries = Object.entries(values).filter(([, value]) => value !== null)
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
    ]),
  )
}
