/**
 * Makes characters visible that would hide or reorder text from servers and files: terminal colours are removed, and
 * control characters and direction marks become their codes. Pure.
 */
// oxlint-disable-next-line no-control-regex
const terminalSequence = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))/g
// oxlint-disable-next-line no-control-regex
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

const codeOf = (char: string) => `⟨${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`

export function visibleText(text: string): string {
  return text.replaceAll(terminalSequence, '').replaceAll('\r\n', '\n').replaceAll(hidden, codeOf)
}
