/**
 * The parser of Markdown with an end to its patience. It looks from each mark for the one that closes it, and reads what is
 * nested once for each level, so that a text of nothing but marks takes time that grows with the square of its length.
 * What is beyond the bounds stays the text that it is. The bounds count what is read, so that every machine shows the same.
 */
import { Lexer, type Token, type TokensList } from 'marked'

/** One run of text, such as a paragraph, times its marks; and all runs together. */
const maxRunWork = 4_000_000
const maxWork = 16_000_000
/** Deeper than anything is drawn: what is nested is read again at each level. */
const maxDepth = 20
/** Pieces of running text: each is a node of the page. */
const maxPieces = 20_000

/** What ends a piece of running text. */
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
