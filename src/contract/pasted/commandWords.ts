/** Splits pasted command lines into words as a shell would, and joins them again. Nothing is run. */
import { AppError } from '#contract/errors'
import { placeInText } from '#contract/text/placeInText'

export interface Word {
  readonly text: string
  /** No part of the word was quoted. */
  readonly isPlain: boolean
  /** What a shell would have substituted: `$HOME`, `$(pwd)`. The text keeps it as written. */
  readonly fillings: readonly string[]
}

/** The words of each line. A line that continues after `\`, `^` or a backtick counts as one line. */
export function splitLines(text: string): readonly (readonly Word[])[] {
  if (!windowsPath.test(text)) return new Splitter(text, 'posix').lines()
  // On Windows a backslash before a quote may end a folder's name.
  const usual = new Splitter(text, 'windows')
  const lines = usual.read()
  return usual.openQuote === null ? lines : new Splitter(text, 'folders').lines()
}

/** All words of all lines. */
export function wordsIn(text: string): string[] {
  return splitLines(text)
    .flat()
    .map((word) => word.text)
}

const windowsPath = /(?:^|[\s"'=])(?:[A-Za-z]:\\|\\\\\w)/
const continuation = /^(?:\\|`|\^)[ \t]*(?:\r\n|\r|\n)/
const filling = /^\$(?:\([^)]*\)?|[A-Za-z_]\w*)|^`[^`\r\n]*`/

type Mode = 'posix' | 'windows' | 'folders'

class Splitter {
  readonly #text: string
  readonly #mode: Mode
  readonly #lines: Word[][] = [[]]
  #word: string | null = null
  #isPlain = true
  #fillings: string[] = []
  #quote: '"' | "'" | null = null
  #quoteAt = 0

  constructor(text: string, mode: Mode) {
    this.#text = text
    this.#mode = mode
  }

  /** Where an unclosed quote begins. */
  get openQuote(): number | null {
    return this.#quote === null ? null : this.#quoteAt
  }

  /** Throws `INVALID_INPUT` if a quote is not closed. */
  lines(): readonly (readonly Word[])[] {
    const lines = this.read()
    if (this.#quote === null) return lines
    const where = placeInText(this.#text, this.#quoteAt)
    throw new AppError('INVALID_INPUT', `${where}: the quote ${this.#quote} that begins here is not closed.`)
  }

  read(): readonly (readonly Word[])[] {
    let at = 0
    while (at < this.#text.length) at += this.#quote === null ? this.#outside(at) : this.#inside(at, this.#quote)
    this.#endWord()
    return this.#lines.filter((line) => line.length > 0)
  }

  /** Returns how many characters it consumed. */
  #outside(at: number): number {
    const char = this.#text.charAt(at)
    const goesOn = '\\`^'.includes(char) ? continuation.exec(this.#text.slice(at, at + 80))?.[0].length : undefined
    if (goesOn !== undefined) return this.#skip(goesOn)
    if (char === '\n' || char === '\r') return this.#endLine()
    if (/\s/.test(char)) return this.#skip(1)
    if (char === '#' && this.#word === null) return this.#comment(at)
    if (char === '"' || char === "'") return this.#open(char, at)
    if (char === ';' && /^(?:\s|$)/.test(this.#text.slice(at + 1, at + 2))) return this.#separator()
    const escaped = this.#escaped(at, '"\'\\ \t')
    return escaped ?? this.#filled(at)
  }

  #inside(at: number, quote: '"' | "'"): number {
    const char = this.#text.charAt(at)
    if (char === quote) {
      this.#quote = null
      return 1
    }
    if (quote === "'") return this.#add(char)
    const goesOn = char === '\\' ? /^\\(?:\r\n|\r|\n)/.exec(this.#text.slice(at, at + 3))?.[0].length : undefined
    return goesOn ?? this.#escaped(at, '"\\') ?? this.#filled(at)
  }

  /** A backslash before any other character stays, as part of a path. */
  #escaped(at: number, escapable: string): number | null {
    const next = this.#text.charAt(at + 1)
    if (this.#text.charAt(at) !== '\\' || next === '' || this.#mode === 'folders') return null
    if (!(this.#mode === 'windows' ? '"' : escapable).includes(next)) return null
    this.#add(next)
    return 2
  }

  #filled(at: number): number {
    const char = this.#text.charAt(at)
    const found = char === '$' || char === '`' ? filling.exec(this.#text.slice(at, at + 200))?.[0] : undefined
    if (found === undefined) return this.#add(char)
    this.#fillings.push(found)
    return this.#add(found)
  }

  #add(text: string): number {
    this.#word = (this.#word ?? '') + text
    return text.length
  }

  #open(quote: '"' | "'", at: number): number {
    this.#quote = quote
    this.#quoteAt = at
    this.#isPlain = false
    this.#word ??= ''
    return 1
  }

  #skip(count: number): number {
    this.#endWord()
    return count
  }

  #separator(): number {
    this.#endWord()
    this.#lines.at(-1)?.push({ text: ';', isPlain: true, fillings: [] })
    return 1
  }

  #comment(at: number): number {
    return /^[^\r\n]*/.exec(this.#text.slice(at))?.[0].length ?? 1
  }

  #endLine(): number {
    this.#endWord()
    this.#lines.push([])
    return 1
  }

  #endWord(): void {
    if (this.#word !== null)
      this.#lines.at(-1)?.push({ text: this.#word, isPlain: this.#isPlain, fillings: this.#fillings })
    this.#word = null
    this.#isPlain = true
    this.#fillings = []
  }
}

const plain = /^[\w@%+=:,./~\\-]+$/

/** Joins words to a line that splits into exactly these words again. */
export function joinWords(words: readonly string[]): string {
  return words
    .map((word) => (plain.test(word) && !word.includes('\\') ? word : `'${word.replaceAll("'", `'"'"'`)}'`))
    .join(' ')
}
