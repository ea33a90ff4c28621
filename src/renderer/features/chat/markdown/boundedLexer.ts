/**
 * The Markdown parser with limits on its work. The parser searches for a closing mark from each opening one, and reads
 * nested content once per level, so text of nothing but marks takes quadratic time. Text beyond the limits stays plain.
 * The limits count characters and marks, so the result is the same on every machine.
 */
import { Lexer, type Token, type TokensList } from 'marked'

/** Limits on text length times marks: for one run of text, such as a paragraph, and for all runs together. */
const maxRunWork = 4_000_000
const maxWork = 16_000_000
/** Greater than any depth that is shown. Nested content is read again at each level. */
const maxDepth = 20
/** The maximum number of pieces of running text. Each becomes a node of the page. */
const maxPieces = 20_000

/** The marks that end a piece of running text. */
const marks = /[*_~`[\]<\\$]| {2}\n|https?:|www\./gi

export class BoundedLexer extends Lexer {
  #work = 0
  #pieces = 0
  #depth = 0

  override blockTokens(source: string, tokens?: Token[], clipped?: boolean): Token[]
  override blockTokens(source: string, tokens?: TokensList, clipped?: boolean): TokensList
  override blockTokens(source: string, tokens: Token[] = [], clipped?: boolean): Token[] {
    if (this.#depth > maxDepth) {
      tokens.push({ type: 'paragraph', raw: source, text: source, tokens: [plain(source)] })
      return tokens
    }
    this.#depth += 1
    try {
      return super.blockTokens(source, tokens, clipped)
    } finally {
      this.#depth -= 1
    }
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    const work = source.length * ((source.match(marks)?.length ?? 0) + 1)
    if (work > maxRunWork || this.#work + work > maxWork || this.#pieces > maxPieces) {
      tokens.push(plain(source))
      return tokens
    }
    this.#work += work
    const read = super.inlineTokens(source, tokens)
    this.#pieces += read.length
    return read
  }
}

function plain(text: string): Token {
  return { type: 'text', raw: text, text, escaped: false }
}
