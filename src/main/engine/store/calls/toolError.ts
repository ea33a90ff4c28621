/** Finds the text in a recorded result of a tool that failed. Only the beginning of its JSON may be there. Pure. */

const firstText = /"text":\s*"((?:[^"\\]|\\.)*)/
/** The beginning of an escape that was cut off. */
const cutEscape = /\\u[\da-f]{0,3}$/i

/** Null if the beginning has no text, or none that can be read: a removed secret may have been a part of an escape. */
export function toolErrorIn(json: string): string | null {
  const [, written = ''] = firstText.exec(json) ?? []
  try {
    const text = (JSON.parse(`"${written.replace(cutEscape, '')}"`) as string).trim()
    return text === '' ? null : text
  } catch {
    return null
  }
}
