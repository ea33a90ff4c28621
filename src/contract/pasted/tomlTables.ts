/** Reads the part of TOML that Codex uses for servers: tables, strings, numbers, lists and inline tables. Pure. */
import type { JsonObject } from '#contract/jsonRpc/jsonObject'
import { placeInText } from '#contract/text/placeInText'
import { refuse } from '#contract/pasted/pasted'

const header = /^[ \t]*\[([^[\]\r\n]+)\][ \t]*(?:#.*)?$/m
const assignment = /^[ \t]*(?:"[^"\r\n]*"|[\w-]+)(?:[ \t]*\.[ \t]*(?:"[^"\r\n]*"|[\w-]+))*[ \t]*=[ \t]*["'[{\d]/m

export function looksLikeToml(text: string): boolean {
  return header.test(text) && assignment.test(text)
}

type Table = Record<string, unknown>

/** Throws `INVALID_INPUT` with line and column. */
export function readToml(text: string): JsonObject {
  return new TomlReader(text).read()
}

const escapes: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', '"': '"', '\\': '\\' }
const maxDepth = 32

class TomlReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): JsonObject {
    const root: Table = Object.create(null) as Table
    let table = root
    for (this.#blank(); this.#at < this.#text.length; this.#blank()) {
      if (this.#takes('[')) {
        const isList = this.#takes('[')
        const path = this.#path()
        this.#needs(isList ? ']]' : ']')
        table = this.#table(root, path)
      } else {
        const path = this.#path()
        this.#needs('=')
        this.#table(table, path.slice(0, -1))[path.at(-1) ?? ''] = this.#value(0)
      }
      this.#spaces()
      if (this.#at < this.#text.length && !/^(?:\r?\n|#)/.test(this.#text.slice(this.#at, this.#at + 2)))
        this.#fail('a new line is missing')
    }
    return root
  }

  #value(depth: number): unknown {
    if (depth > maxDepth) this.#fail('this is nested too deeply')
    this.#spaces()
    if (this.#takes('[')) return this.#list(depth)
    if (this.#takes('{')) return this.#inline(depth)
    const char = this.#text.charAt(this.#at)
    if (char === '"' || char === "'") return this.#string()
    const word = /^[\w.+:-]+/.exec(this.#text.slice(this.#at, this.#at + 100))?.[0]
    if (word === undefined) return this.#fail('a value is missing')
    if (word !== 'true' && word !== 'false' && !/^[+-]?[\d_]+(?:\.\d+)?$/.test(word)) this.#fail('strings need quotes')
    this.#at += word.length
    return word === 'true' ? true : word === 'false' ? false : Number(word.replaceAll('_', ''))
  }

  #list(depth: number): unknown[] {
    const items: unknown[] = []
    for (this.#blank(); !this.#takes(']'); this.#blank()) {
      items.push(this.#value(depth + 1))
      this.#blank()
      if (this.#takes(',')) continue
      this.#needs(']')
      break
    }
    return items
  }

  #inline(depth: number): Table {
    const table: Table = Object.create(null) as Table
    for (this.#blank(); !this.#takes('}'); this.#blank()) {
      const path = this.#path()
      this.#needs('=')
      this.#table(table, path.slice(0, -1))[path.at(-1) ?? ''] = this.#value(depth + 1)
      this.#blank()
      if (this.#takes(',')) continue
      this.#needs('}')
      break
    }
    return table
  }

  #string(): string {
    const quote = this.#text.charAt(this.#at)
    const isLong = this.#text.startsWith(quote.repeat(3), this.#at)
    const end = isLong ? quote.repeat(3) : quote
    const start = this.#at
    this.#at += end.length
    let text = ''
    for (;;) {
      if (this.#text.startsWith(end, this.#at)) break
      const char = this.#text.charAt(this.#at)
      if (char === '' || (!isLong && char === '\n')) {
        this.#at = start
        this.#fail('this string is not closed')
      }
      this.#at += 1
      text += quote === '"' && char === '\\' ? this.#escape() : char
    }
    this.#at += end.length
    return isLong ? text.replace(/^\r?\n/, '') : text
  }

  #escape(): string {
    const rest = this.#text.slice(this.#at, this.#at + 9)
    const code = /^(?:u([\da-f]{4})|U([\da-f]{8}))/i.exec(rest)
    if (code !== null && Number.parseInt(code[1] ?? code[2] ?? '', 16) <= 0x10ffff) {
      this.#at += code[0].length
      return String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? '', 16))
    }
    const known = escapes[rest.charAt(0)] ?? this.#fail('this \\ is followed by a wrong character')
    this.#at += 1
    return known
  }

  #path(): string[] {
    const path: string[] = []
    do {
      this.#spaces()
      const char = this.#text.charAt(this.#at)
      const name = /^[\w-]+/.exec(this.#text.slice(this.#at, this.#at + 200))?.[0]
      if (char === '"' || char === "'") path.push(this.#string())
      else if (name === undefined) this.#fail('a name is missing')
      else {
        path.push(name)
        this.#at += name.length
      }
      this.#spaces()
    } while (this.#takes('.'))
    return path
  }

  #table(from: Table, path: readonly string[]): Table {
    let table = from
    for (const name of path) {
      const inside = (table[name] ??= Object.create(null) as Table)
      if (typeof inside !== 'object' || inside === null || Array.isArray(inside))
        return this.#fail(`${name} already has a value`)
      table = inside as Table
    }
    return table
  }

  #takes(sign: string): boolean {
    if (!this.#text.startsWith(sign, this.#at)) return false
    this.#at += sign.length
    return true
  }

  #needs(sign: string): void {
    this.#spaces()
    if (!this.#takes(sign)) this.#fail(`a ${sign} is missing`)
  }

  #spaces(): void {
    while (' \t'.includes(this.#text.charAt(this.#at) || '.')) this.#at += 1
  }

  /** Skips spaces, line breaks and comments. */
  #blank(): void {
    for (;;) {
      while (/\s/.test(this.#text.charAt(this.#at))) this.#at += 1
      if (this.#text.charAt(this.#at) !== '#') return
      const end = this.#text.indexOf('\n', this.#at)
      this.#at = end === -1 ? this.#text.length : end
    }
  }

  #fail(problem: string): never {
    return refuse(`${placeInText(this.#text, this.#at)}: ${problem}.`)
  }
}
