/**
 * Finds and fills references in a launch's strings: `${NAME}` to the vault, `${env:NAME}` to the engine's environment.
 * `$${` stands for `${` itself. Other text in braces belongs to the server and stays unchanged. Pure.
 */
import { isObject } from '#contract/jsonRpc/jsonObject'
import type { Launch } from '#contract/servers/server'

export interface Reference {
  readonly source: 'vault' | 'environment'
  readonly name: string
  /** The reference's path in the launch: `env.TOKEN`, `args[1]`. */
  readonly place: string
}

/** A variable or header with its value. */
interface NamedValue {
  /** The part of the launch that contains the value: `env`, `headers`. */
  readonly part: string
  readonly name: string
  readonly value: string
}

const notation = /\$\$\{|\$\{(?:env:([^{}]+)|([A-Za-z0-9_][A-Za-z0-9_.-]*))\}/g

const notations: Readonly<Record<Reference['source'], (name: string) => string>> = {
  vault: (name) => `\${${name}}`,
  environment: (name) => `\${env:${name}}`,
}

export function referenceText({ source, name }: Pick<Reference, 'source' | 'name'>): string {
  return notations[source](name)
}

export function referencesIn(launch: Launch): Reference[] {
  const found: Reference[] = []
  fillReferences(launch, (reference) => {
    found.push(reference)
    return ''
  })
  return found
}

/** Fills references in one pass, so that a value that looks like a reference is not filled again. */
export function fillReferences(launch: Launch, valueOf: (reference: Reference) => string): Launch {
  return changeTexts(launch, (text, place) => fillText(text, place, valueOf))
}

export function changeTexts<L extends Launch>(launch: L, change: (text: string, place: string) => string): L {
  return mapTexts(launch, '', change) as L
}

/** Whether the text has no references. */
export function isLiteral(text: string): boolean {
  return ![...text.matchAll(notation)].some((match) => match[0] !== '$${')
}

/** The plain text that a literal stands for: `$${` becomes `${`. */
export function literalValue(text: string): string {
  return text.replaceAll('$${', '${')
}

/** A copy of the launch in which `valueOf` replaces the values of variables and headers. */
export function withNamedValues(launch: Launch, valueOf: (named: NamedValue) => string): Launch {
  const changed = Object.entries(launch).map(([part, members]: [string, unknown]) => {
    if (!isObject(members)) return [part, members]
    const values = Object.entries(members).map(([name, value]) => [
      name,
      typeof value === 'string' ? valueOf({ part, name, value }) : value,
    ])
    return [part, Object.fromEntries(values)]
  })
  return Object.fromEntries(changed) as Launch
}

function fillText(text: string, place: string, valueOf: (reference: Reference) => string): string {
  return text.replace(notation, (whole, variable: string | undefined, secret: string | undefined) => {
    if (variable !== undefined) return valueOf({ source: 'environment', name: variable, place })
    if (secret !== undefined) return valueOf({ source: 'vault', name: secret, place })
    return whole.slice(1)
  })
}

function mapTexts(value: unknown, place: string, change: (text: string, place: string) => string): unknown {
  if (typeof value === 'string') return change(value, place)
  if (Array.isArray(value)) return value.map((item: unknown, index) => mapTexts(item, `${place}[${index}]`, change))
  if (!isObject(value)) return value
  const inside = (name: string) => (place === '' ? name : `${place}.${name}`)
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, inside(name), change)]))
}
