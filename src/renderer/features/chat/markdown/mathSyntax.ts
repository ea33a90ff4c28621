/** Finds formulas in text: `$…$` and `\(…\)` inline, `$$…$$` and `\[…\]` as blocks. */
import type { TokenizerAndRendererExtension } from 'marked'

const maxLength = 4000
/** Limits the length of a formula, so that an opening mark without its closing one cannot swallow a long text. */
const maxLines = 24

/** A dollar sign that means money starts no formula: a blank follows it, or a digit follows the closing sign. */
const inLine = /^(?:\$\$([^$\n]+)\$\$|\$(?![\s$])([^$\n]*[^\s$\\])\$(?!\d)|\\\(([^\n]+?)\\\)|\\\[([^\n]+?)\\\])/
/** A formula on its own lines. A blank line ends it, like every other block. */
const ownLine = /^ {0,3}(?:\$\$((?:[^$\n]|\n(?![ \t]*\n))+)\$\$|\\\[((?:[^\n]|\n(?![ \t]*\n))+?)\\\])[ \t]*(?:\n|$)/

const mayBegin = /^ {0,3}(?:\$\$|\\\[)/

function firstLines(source: string): string {
  let end = -1
  for (let line = 0; line < maxLines; line += 1) {
    end = source.indexOf('\n', end + 1)
    if (end === -1 || end > maxLength) return source.slice(0, maxLength)
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
    const found = inLine.exec(source.slice(0, maxLength))
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
