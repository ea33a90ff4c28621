/** Reads links with which a web page installs a server in a client: Cursor, VS Code, LM Studio, Goose. Pure. */
import { isObject, type JsonObject } from '#contract/jsonRpc/jsonObject'
import { type ReadJson, refuse } from '#contract/pasted/pasted'

const link =
  /(?:cursor|vscode|vscode-insiders|lmstudio|goose):(?:\/\/)?[^\s"'<>)\]]+|https:\/\/(?:www\.)?(?:cursor\.com|(?:insiders\.)?vscode\.dev|lmstudio\.ai|block\.github\.io)\/[^\s"'<>)\]]*/gi
/** Words in web addresses of links that install a server. */
const installs = /config|install-mcp|mcp%2Finstall|add_mcp|extension/i

/** The link itself, or the link behind a README's badge. */
export function installLink(text: string): string | null {
  const links = text.slice(0, 50_000).match(link) ?? []
  const found = links.find((one) => !/^https:/i.test(one) || installs.test(one))
  if (found === undefined || !/config=|mcp\/install|extension\?|add_mcp/i.test(decoded(found))) return null
  return text.trim() === found || /^\s*(?:\[|!\[|<a\s)/i.test(text) ? found : null
}

/** The server entry in the link, with its name. Throws if the link cannot be read. */
export function readInstallLink(
  text: string,
  readJson: ReadJson,
): { readonly name: string; readonly entry: JsonObject } {
  const query = queryOf(text)
  const params = parametersOf(query)
  const inner = /^https:/i.test(text) ? valueOf(params, 'url') : null
  if (inner !== null && /^(?:vscode|cursor)/i.test(inner)) return readInstallLink(inner, readJson)
  const config = valueOf(params, 'config')
  if (/^goose:/i.test(text)) return fromGoose(params)
  const entry = readJson(config === null ? decoded(query) : plainJson(config))
  if (!isObject(entry)) return refuse('This link contains no server.')
  const { name = valueOf(params, 'name') ?? '', ...rest } = entry
  return { name: String(name), entry: rest }
}

function queryOf(text: string): string {
  return text.slice(text.indexOf('?') + 1)
}

/** A link's config is JSON, or JSON in base64. */
function plainJson(config: string): string {
  if (config.trim().startsWith('{')) return config
  try {
    const text = fromBase64(config)
    return text.trim().startsWith('{') ? text : decoded(text)
  } catch {
    return refuse('The config of this link is neither JSON nor JSON in base64.')
  }
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Throws if the text is not UTF-8 in base64. */
function fromBase64(text: string): string {
  const plain = text
    .replaceAll(' ', '+')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/(?<!=)=+$/, '')
  const bits = plain.split('').map((char) => {
    const digit = digits.indexOf(char)
    if (digit === -1) throw new RangeError('not base64')
    return digit.toString(2).padStart(6, '0')
  })
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return decodeURIComponent(bytes.map((byte) => `%${Number.parseInt(byte, 2).toString(16).padStart(2, '0')}`).join(''))
}

type Parameters = readonly (readonly [string, string])[]

function parametersOf(query: string): Parameters {
  return query.split('&').map((one) => {
    const place = one.indexOf('=')
    const [name, value] = place === -1 ? [one, ''] : [one.slice(0, place), one.slice(place + 1)]
    return [decoded(name), decoded(value.replaceAll('+', name === 'config' ? '+' : ' '))]
  })
}

function valuesOf(params: Parameters, name: string): string[] {
  return params.filter(([one]) => one === name).map(([, value]) => value)
}

function valueOf(params: Parameters, name: string): string | null {
  return valuesOf(params, name)[0] ?? null
}

function fromGoose(params: Parameters): { readonly name: string; readonly entry: JsonObject } {
  const url = valueOf(params, 'url')
  const name = valueOf(params, 'id') ?? valueOf(params, 'name') ?? ''
  // The link describes each variable; the person enters its value.
  const names = valuesOf(params, 'env').map((one) => one.split('=')[0] ?? '')
  const env = Object.fromEntries(names.map((one) => [one, `\${${one}}`]))
  if (url !== null) return { name, entry: { url } }
  return { name, entry: { command: valueOf(params, 'cmd') ?? '', args: valuesOf(params, 'arg'), env } }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
