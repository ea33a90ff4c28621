/** What servers, models and files say must not move the cursor, change colours or hide what is beside it. Pure. */

/** Control characters but the tab and the line break, and those that turn the direction of what follows. */
// oxlint-disable-next-line no-control-regex
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** With its lines; a line break of Windows is one. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(steering, '\uFFFD')
}

export function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
}
