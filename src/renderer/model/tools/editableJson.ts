/** Arguments as editable text, with invisible and direction-changing characters escaped. Pure. */
const hidden = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** In JSON these characters occur only inside strings, so escaping them keeps the value. */
export function editableJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2) ?? 'null'
  return text.replaceAll(hidden, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
