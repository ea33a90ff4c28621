/**
 * Makes characters visible that hide or reorder a conversation's text. Unlike `visibleText`, it keeps the joiners that
 * scripts and emoji need. Pure.
 */
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const joiner =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])[\u200c\u200d](?=[\p{L}\p{Extended_Pictographic}])/gu
const suspicious =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u
/** Invisible tag characters. After a black flag they encode the flag of a region. */
const tags = /(\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f})|[\u{e0000}-\u{e007f}]/gu

const codeOf = (char: string) => `⟨${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}⟩`

export function shownText(text: string): string {
  if (!suspicious.test(text)) return text
  const joiners = text.match(joiner) ?? []
  return text
    .split(joiner)
    .map(
      (piece, index) =>
        visibleText(piece).replaceAll(tags, (found, flag?: string) => flag ?? codeOf(found)) + (joiners[index] ?? ''),
    )
    .join('')
}
