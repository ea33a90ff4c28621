/**
 * Makes texts from servers, models and files safe to print: they must not move the cursor, change colours or hide other
 * text. Pure.
 */

/** Control characters except tab and line break, other line breaks, and characters that change the text direction. */
// oxlint-disable-next-line no-control-regex
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g

/** Makes a text safe. Line breaks stay; a Windows line break counts as one. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(steering, '\uFFFD')
}

/** JSON that is safe to print. Its meaning stays the same: a parser gets every character from the escapes. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(steering, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

export function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
}
