/** Formulas in a text: `$…$` and `\(…\)` in a line, `$$…$$` and `\[…\]` on their own. */
import type { TokenizerAndRendererExtension } from 'marked'

const longest = 4000
/** A mark that was left open does not swallow a long text when another comes at last. */
const mostLines = 24

/** A dollar that stands for money does not begin a formula: a blank follows it, or a digit follows its end. */
const inLine = /^(?:\$\$([^$\n]+)\$\$|\$(?![\s$])([^$\n]*[^\s$\\])\$(?!\d)|\\\(([^\n]+?)\\\)|\\\[([^\n]+?)\\\])/
/** A blank line ends it, as it ends everything else. */
const ownLine = /^ {0,3}(?:\$\$((?:[^$\n]|\n(?![ \t]*\n))+)\$\$|\\\[((?:[^\n]|\n(?![ \t]*\n))+?)\\\])[ \t]*(?:\n|$)/

const mayBegin = /^ {0,3}(?:\$\$|\\\[)/

function firstLines(source: string): string {
  let end = -1
  for (let line = 0; line < mostLines; line += 1) {
    end = source.indexOf('\n', end + 1)
    if (end === -1 || end > longest) return source.slice(0, longest)
  }
  return source.slice(0, end + 1)
}

function startOf(source: string): number | undefined {
  const at = source.search(/\$|\\[([]/)
  return at < 0 ? undefined : at
}

export const mathInLine: TokenizerAndRendererExtension = {
  name: 'mathInLine',
  level: 'inline',
  start: startOf,
  tokenizer(source) {
    const found = inLine.exec(source.slice(0, longest))
    if (found === null) return undefined
    const [raw, displayed, dollars, round, square] = found
    const text = displayed ?? dollars ?? round ?? square ?? ''
    return { type: 'mathInLine', raw, text: text.trim(), display: (displayed ?? square) !== undefined }
  },
}

export const mathBlock: TokenizerAndRendererExtension = {
  name: 'mathBlock',
  level: 'block',
  tokenizer(source) {
    const found = mayBegin.test(source) ? ownLine.exec(firstLines(source)) : null
    if (found === null) return undefined
    return { type: 'mathBlock', raw: found[0], text: (found[1] ?? found[2] ?? '').trim() }
  },
}
