/**
 * Removes a text's escapes: those of JSON at any depth, of URLs and of HTML, and the line breaks of wrapped base64.
 * Each resulting view knows where its characters are in the original text. Pure.
 */

export interface Stretch {
  readonly start: number
  readonly end: number
}

export interface PlainView {
  readonly text: string
  /** Where a stretch of this view is in the text that the view was made from. */
  sourceOf(stretch: Stretch): Stretch
}

/** The maximum number of passes: enough for JSON in a URL in HTML, and one more to see that nothing is left. */
const maxPasses = 4

/**
 * Views of a text with fewer and fewer escapes. The first is a view of `text`, each later one a view of the view before
 * it.
 */
export function plainViews(text: string): PlainView[] {
  const views: PlainView[] = []
  for (let current = text; views.length < maxPasses;) {
    const view = withoutEscapes(current)
    if (view === null) break
    views.push(view)
    current = view.text
  }
  const joined = withoutWraps(views.at(-1)?.text ?? text)
  return joined === null ? views : [...views, joined]
}

export function fixedPoint(text: string): string {
  const view = withoutEscapes(text)
  return view === null || view.text === text ? text : fixedPoint(view.text)
}

const anyEscape = /[\\%&]/
const [backslash, percent, ampersand] = [0x5c, 0x25, 0x26]
const hexDigits = /^[0-9a-fA-F]+$/
const [smallU, smallX] = [0x75, 0x78]
/** What a letter means after a backslash. Letters that are not listed stand for themselves. */
const meantLetters = Uint8Array.from({ length: 128 }, (_, code) => code)
for (const [letter, meant] of Object.entries({ n: 10, r: 13, t: 9, b: 8, f: 12, v: 11, 0: 0 }))
  meantLetters[letter.charCodeAt(0)] = meant
const codePattern = /(?:%(?:25)*[0-9a-fA-F]{2})+/y
const utf8Character = /%[cd].(?:%[89ab].)|%e.(?:%[89ab].){2}|%f.(?:%[89ab].){3}|%../gi
/** The known entities. They are listed by name, because in `&amp;other;` only `&amp;` is one. */
const entityPattern = /&(?:amp;)*(?:#[xX]([0-9a-fA-F]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp));/y
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const noCharacter = '\ufffd'

/** A loop instead of a pattern, for speed: a record of a megabyte of nested JSON has a hundred thousand escapes. */
function withoutEscapes(text: string): PlainView | null {
  if (!anyEscape.test(text)) return null
  const view = new ViewMaker(text)
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at)
    if (code === backslash) at = takeBackslashes(text, at, view)
    else if (code === percent) at = takeMatch(text, at, view, codePattern, decodedCodes)
    else if (code === ampersand) at = takeMatch(text, at, view, entityPattern, meantEntity)
    else {
      view.keep(code)
      at += 1
    }
  }
  return view.made()
}

/**
 * Replaces a run of backslashes of any length, with the letter after it, by what it means. Returns the index after it.
 */
function takeBackslashes(text: string, start: number, view: ViewMaker): number {
  let at = start
  while (text.charCodeAt(at) === backslash) at += 1
  if (at === text.length) {
    view.replace(start, at, '')
    return at
  }
  const letter = text.charCodeAt(at)
  const length = letter === smallU ? 4 : letter === smallX ? 2 : 0
  const digits = length === 0 ? '' : text.slice(at + 1, at + 1 + length)
  const isCode = length > 0 && digits.length === length && hexDigits.test(digits)
  const end = at + 1 + (isCode ? length : 0)
  view.replaceByOne(start, end, isCode ? Number.parseInt(digits, 16) : (meantLetters[letter] ?? letter))
  return end
}

function takeMatch(
  text: string,
  at: number,
  view: ViewMaker,
  pattern: RegExp,
  meant: (match: RegExpExecArray) => string,
): number {
  pattern.lastIndex = at
  const match = pattern.exec(text)
  if (match === null) {
    view.keep(text.charCodeAt(at))
    return at + 1
  }
  view.replace(at, at + match[0].length, meant(match))
  return at + match[0].length
}

/**
 * Decodes percent codes, even if encoded several times: `%2541` is `A`. Each byte that is not UTF-8 becomes one
 * character.
 */
function decodedCodes([codes]: RegExpExecArray): string {
  const once = codes.replaceAll(/%(?:25)+(?=[0-9a-fA-F]{2})/g, '%')
  return once.replaceAll(utf8Character, (character) => {
    try {
      return decodeURIComponent(character)
    } catch {
      return character.replaceAll(/%(..)/g, (_code, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    }
  })
}

function meantEntity([, hex, decimal, name = '']: RegExpExecArray): string {
  const number = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return entities[name] ?? (number <= 0x10_ff_ff ? String.fromCodePoint(number) : noCharacter)
}

const endOfLongLine = /[A-Za-z0-9+/_-]{32}[ \t]{0,2}\r?$/
const maxEndLength = 35
const wrap = /(?<=[A-Za-z0-9+/_-])[ \t]*\r?\n[ \t>]*(?=[A-Za-z0-9+/_-])/g

function withoutWraps(text: string): PlainView | null {
  if (!hasLongLine(text)) return null
  const view = new ViewMaker(text)
  let from = 0
  for (const { index, 0: broken } of text.matchAll(wrap)) {
    view.keepAll(from, index)
    from = index + broken.length
    view.replace(index, from, '')
  }
  view.keepAll(from, text.length)
  return view.made()
}

function hasLongLine(text: string): boolean {
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1))
    if (endOfLongLine.test(text.slice(Math.max(0, at - maxEndLength), at))) return true
  return false
}

/** Memory for views of texts that are short, as most are. It can be shared: only one view is written at a time. */
const scratch = new Uint16Array(65_536)

/** Builds a view, which is never longer than its text, and records which parts were replaced. */
class ViewMaker {
  readonly #text: string
  readonly #codes: Uint16Array
  #length = 0
  /** Four numbers for each replacement: start and end in the view, then start and end in the text. */
  readonly #places: number[] = []

  constructor(text: string) {
    this.#text = text
    this.#codes = text.length > scratch.length ? new Uint16Array(text.length) : scratch
  }

  keep(code: number): void {
    this.#codes[this.#length] = code
    this.#length += 1
  }

  keepAll(from: number, to: number): void {
    for (let at = from; at < to; at += 1) this.keep(this.#text.charCodeAt(at))
  }

  replace(start: number, end: number, plain: string): void {
    const viewStart = this.#length
    for (let at = 0; at < plain.length; at += 1) this.keep(plain.charCodeAt(at))
    this.#note(viewStart, start, end)
  }

  replaceByOne(start: number, end: number, code: number): void {
    this.keep(code)
    this.#note(this.#length - 1, start, end)
  }

  /** The finished view; null if nothing was replaced. */
  made(): PlainView | null {
    const places = this.#places
    if (places.length === 0) return null
    return { text: textOf(this.#codes.subarray(0, this.#length)), sourceOf: (stretch) => sourceOf(places, stretch) }
  }

  #note(viewStart: number, start: number, end: number): void {
    this.#places.push(viewStart, this.#length, start, end)
  }
}

function textOf(codes: Uint16Array): string {
  return Buffer.from(codes.buffer, codes.byteOffset, codes.byteLength).toString('utf16le')
}

function sourceOf(places: readonly number[], { start, end }: Stretch): Stretch {
  return { start: placeOf(places, start).start, end: placeOf(places, end - 1).end }
}

/** The part of the text that the character at index `at` of the view was made from. */
function placeOf(places: readonly number[], at: number): Stretch {
  let low = 0
  let high = places.length / 4
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle * 4] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  if (low === 0) return { start: at, end: at + 1 }
  const [, viewEnd = 0, start = 0, end = 0] = places.slice((low - 1) * 4, low * 4)
  return at < viewEnd ? { start, end } : { start: end + at - viewEnd, end: end + at - viewEnd + 1 }
}
