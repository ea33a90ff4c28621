/** An entry in a client's file, shown by the same rules as every preview of a launch. Pure. */
import { getNodeValue, type Node } from 'jsonc-parser'
import { fieldsOf, isObject } from '#contract/jsonRpc/jsonObject'
import { hasAddress, hasProcess } from '#contract/servers/transports'
import { shownForAgreement } from '#engine/secrets/launchPreview'

type Parts = Readonly<Record<string, unknown>>

const addressKeys = ['url', 'serverUrl', 'httpUrl']

/** The server's parts as they are shown, structured as they are written. Null if the node is not a server. */
export function shownServer(node: Node): Parts | null {
  const names = (node.type === 'object' ? (node.children ?? []) : []).map(({ children }) =>
    String(children?.[0]?.value),
  )
  const isCommand = names.includes('command') || (names.includes('path') && names.includes('args'))
  const addressKey = addressKeys.find((key) => names.includes(key))
  if (!isCommand && addressKey === undefined) return null
  const value: unknown = getNodeValue(node)
  if (!isObject(value)) return null
  if (isCommand) return shownCommand(value)
  return addressKey === undefined ? null : shownAddress(value, addressKey)
}

function shownCommand(value: Parts): Parts | null {
  const { command = value['path'], args = [], env, cwd } = value
  if (typeof command !== 'string' || !Array.isArray(args)) return null
  const shown = shownForAgreement({ transport: 'stdio', command, args: args.map(textOf), env: textsOf(env) })
  return hasProcess(shown) ? { command, path: command, cwd, args: shown.args, env: shown.env } : null
}

function shownAddress(value: Parts, key: string): Parts | null {
  const url = value[key]
  if (typeof url !== 'string') return null
  const shown = shownForAgreement({ transport: 'http', url, headers: textsOf(value['headers']) })
  return hasAddress(shown) ? { [key]: shown.url, headers: shown.headers } : null
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function textsOf(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(fieldsOf(value)).map(([name, one]) => [name, textOf(one)]))
}
