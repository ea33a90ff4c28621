/** Encodings that could hide a value in a text, and a search that decodes them. */

export const encodings: Readonly<Record<string, (text: string) => string>> = {
  bare: (text) => text,
  json: (text) => JSON.stringify(text),
  'json for scripts': (text) =>
    JSON.stringify(text).replaceAll(/[&<>'+]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'json in small letters of all': (text) =>
    `"${Array.from({ length: text.length }, (_, at) => unicodeEscape(text.charCodeAt(at))).join('')}"`,
  'json with slashes': (text) => JSON.stringify(text).replaceAll('/', '\\/'),
  'json in json': (text) => JSON.stringify({ text: JSON.stringify([text]) }),
  'json in json in json': (text) => JSON.stringify({ text: JSON.stringify({ text: JSON.stringify([text]) }) }),
  url: (text) => `?a=${encodeURIComponent(text)}&b=1`,
  'url in small letters': (text) => encodeURIComponent(text).replaceAll(/%../g, (code) => code.toLowerCase()),
  'url of all': (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  form: (text) => new URLSearchParams({ a: text }).toString(),
  html: (text) => htmlOf(text, '&#39;'),
  'html in numbers': (text) => Array.from(text, (one) => `&#${one.codePointAt(0) ?? 0};`).join(''),
  'html of old': (text) => htmlOf(text, '&#x27;'),
  hex: (text) => Buffer.from(text).toString('hex'),
  HEX: (text) => Buffer.from(text).toString('hex').toUpperCase(),
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64, one on': (text) => Buffer.from(`a${text}`).toString('base64'),
  'base64, two on': (text) => Buffer.from(`ab${text}!`).toString('base64'),
  base64url: (text) => Buffer.from(`user:${text}`).toString('base64url'),
  'base64 at 64': (text) =>
    wrapped(Buffer.from(`${'x'.repeat(40)}${text}${'y'.repeat(60)}`).toString('base64'), 64, '\n'),
  'base64 at 76': (text) =>
    wrapped(Buffer.from(`${'x'.repeat(50)}${text}${'y'.repeat(60)}`).toString('base64'), 76, '\r\n'),
}

function unicodeEscape(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`
}

function htmlOf(text: string, quote: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", quote)
}

function wrapped(text: string, column: number, end: string): string {
  return (text.match(new RegExp(`.{1,${column}}`, 'g')) ?? []).join(end)
}

/** Whether decoding the text, layer by layer, reveals the value. */
export function isFound(value: string, text: string, layers: number): boolean {
  if (text.includes(value)) return true
  return layers > 0 && decodedForms(text).some((one) => one !== text && isFound(value, one, layers - 1))
}

function decodedForms(text: string): string[] {
  const joined = text.replaceAll(/\r?\n/g, '')
  return [
    text.replaceAll(/\\(?:u([0-9a-f]{4})|([^]))/gi, (_all, code: string | undefined, one: string) =>
      code === undefined ? ({ n: '\n', r: '\r', t: '\t' }[one] ?? one) : String.fromCharCode(Number.parseInt(code, 16)),
    ),
    Buffer.from(
      text
        .replaceAll('+', ' ')
        .replaceAll(/[^\0-\x7f]/gu, encodeURIComponent)
        .replaceAll(/%([0-9a-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
      'latin1',
    ).toString(),
    text.replaceAll(
      /&(?:#(\d+)|#x([0-9a-f]+)|(amp|lt|gt|quot|apos));/gi,
      (all, decimal: string | undefined, hex: string, name: string | undefined) => {
        if (name !== undefined) return { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }[name] ?? ''
        const number = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
        return number > 0x10_ff_ff ? all : String.fromCodePoint(number)
      },
    ),
    ...runs(joined, /[0-9a-f]{12,}/gi).flatMap((run) =>
      [0, 1].map((from) => Buffer.from(run.slice(from), 'hex').toString()),
    ),
    ...runs(joined, /[\w+/-]{8,}/g).flatMap((run) =>
      [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64').toString()),
    ),
  ]
}

function runs(text: string, pattern: RegExp): string[] {
  return text.match(pattern) ?? []
}
