/** Arguments as text that can be read and edited: nothing in it hides or turns around what is read. Pure. */
const hidden = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** In JSON these letters stand in texts alone, so their codes mean the same. */
export function editableJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2) ?? 'null'
  return text.replaceAll(hidden, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
