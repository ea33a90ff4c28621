/** The common character references. Others stay as written. Pure. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  middot: '·',
  times: '×',
  divide: '÷',
  plusmn: '±',
  deg: '°',
  euro: '€',
  larr: '←',
  rarr: '→',
  le: '≤',
  ge: '≥',
  ne: '≠',
}

function character(code: number): string {
  const valid = code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
  return valid ? String.fromCodePoint(code) : '\ufffd'
}

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,6}));/g, (written, decimal, hex, name) => {
    if (decimal !== undefined) return character(Number.parseInt(decimal as string, 10))
    if (hex !== undefined) return character(Number.parseInt(hex as string, 16))
    return Object.hasOwn(named, name as string) ? (named[name as string] ?? '') : written
  })
}
