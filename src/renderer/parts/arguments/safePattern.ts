/**
 * Searches a string for a match of a server's regular expression, in time proportional to the product of both lengths.
 * The browser's own engine may take years for a hostile expression, so it only runs the parts that match a single
 * character. This file follows all states of the expression at the same time. Pure.
 */
type Assertion = 'start' | 'end' | 'boundary' | 'inside'
type Step =
  | { readonly do: 'character'; readonly test: RegExp }
  | { readonly do: 'assert'; readonly what: Assertion }
  | { readonly do: 'split'; readonly to: readonly number[] }
  | { readonly do: 'found' }

/** A part of an expression. */
type Part =
  | { readonly is: 'character'; readonly test: RegExp }
  | { readonly is: 'assert'; readonly what: Assertion }
  | { readonly is: 'sequence'; readonly parts: readonly Part[] }
  | { readonly is: 'choice'; readonly parts: readonly Part[] }
  | { readonly is: 'repeated'; readonly part: Part; readonly least: number; readonly most: number }

const maxSource = 2_000
const maxSteps = 4_000
const deepest = 60

class NotUnderstood extends Error {}

const assertions: Readonly<Record<string, Assertion>> = { '^': 'start', $: 'end', '\\b': 'boundary', '\\B': 'inside' }
const oneEscaped = /^\\(?:x[\da-fA-F]{2}|u\{[\da-fA-F]{1,6}\}|u[\da-fA-F]{4}|[pP]\{[\w=]{1,60}\}|c[a-zA-Z]|[^\dk])/u
const aCount = /^\{(\d{1,4})(,)?(\d{1,4})?\}/

class Reader {
  #rest: string

  constructor(source: string) {
    this.#rest = source
  }

  whole(): Part {
    const part = this.#choice(0)
    if (this.#rest !== '') throw new NotUnderstood()
    return part
  }

  #take(length: number): string {
    const taken = this.#rest.slice(0, length)
    this.#rest = this.#rest.slice(length)
    return taken
  }

  #choice(depth: number): Part {
    if (depth > deepest) throw new NotUnderstood()
    const parts = [this.#sequence(depth)]
    while (this.#rest.startsWith('|')) {
      this.#take(1)
      parts.push(this.#sequence(depth))
    }
    return { is: 'choice', parts }
  }

  #sequence(depth: number): Part {
    const parts: Part[] = []
    while (this.#rest !== '' && !/^[|)]/.test(this.#rest)) parts.push(this.#repeated(this.#single(depth)))
    return { is: 'sequence', parts }
  }

  #single(depth: number): Part {
    const what = assertions[this.#rest.slice(0, 2)] ?? assertions[this.#rest.slice(0, 1)]
    if (what !== undefined) {
      this.#take(this.#rest.startsWith('\\') ? 2 : 1)
      return { is: 'assert', what }
    }
    if (!this.#rest.startsWith('(')) return { is: 'character', test: oneCharacter(this.#take(this.#length())) }
    this.#take(/^\((?:\?(?::|<\w{1,60}>))?/.exec(this.#rest)?.[0].length ?? 1)
    const part = this.#choice(depth + 1)
    if (this.#take(1) !== ')') throw new NotUnderstood()
    return part
  }

  /** The length of the source of the next single character or class. */
  #length(): number {
    if (this.#rest.startsWith('\\')) return oneEscaped.exec(this.#rest)?.[0].length ?? fail()
    if (!this.#rest.startsWith('[')) return /^[*+?]/.test(this.#rest) ? fail() : String(firstOf(this.#rest)).length
    let at = this.#rest.startsWith('[^') ? 2 : 1
    for (; at < this.#rest.length; at += 1) {
      if (this.#rest[at] === ']') return at + 1
      if (this.#rest[at] === '\\') at += 1
    }
    return fail()
  }

  #repeated(part: Part): Part {
    const [most, least] = this.#count()
    if (least === 1 && most === 1) return part
    if (part.is === 'assert') throw new NotUnderstood()
    // Greedy or lazy makes no difference to whether a match exists.
    if (this.#rest.startsWith('?')) this.#take(1)
    return { is: 'repeated', part, least, most }
  }

  #count(): [number, number] {
    const [first] = this.#rest
    if (first === '*' || first === '+' || first === '?') this.#take(1)
    if (first === '*') return [Infinity, 0]
    if (first === '+') return [Infinity, 1]
    if (first === '?') return [1, 0]
    const count = aCount.exec(this.#rest)
    if (count === null) return [1, 1]
    this.#take(count[0].length)
    const least = Number(count[1])
    return [count[2] === undefined ? least : count[3] === undefined ? Infinity : Number(count[3]), least]
  }
}

function fail(): never {
  throw new NotUnderstood()
}

function firstOf(text: string): string | undefined {
  const [first] = text
  return first
}

/** Compiles a single character or class. An expression may be written for the syntax with `u` or for that without. */
function oneCharacter(source: string): RegExp {
  for (const flags of ['u', ''])
    try {
      return new RegExp(`^(?:${source})$`, flags)
    } catch {
      continue
    }
  return fail()
}

function stepsOf(whole: Part): readonly Step[] {
  const steps: Step[] = []
  const add = (step: Step): number => {
    if (steps.length >= maxSteps) throw new NotUnderstood()
    return steps.push(step) - 1
  }
  const write = (part: Part): void => {
    switch (part.is) {
      case 'character':
        return void add({ do: 'character', test: part.test })
      case 'assert':
        return void add({ do: 'assert', what: part.what })
      case 'sequence':
        return part.parts.forEach(write)
      case 'choice':
        return choose(part.parts)
      case 'repeated':
        return repeat(part)
    }
  }
  const choose = (parts: readonly Part[]) => {
    const fork = add({ do: 'split', to: [] })
    const ends: number[] = []
    const starts = parts.map((one) => {
      const start = steps.length
      write(one)
      ends.push(add({ do: 'split', to: [] }))
      return start
    })
    steps[fork] = { do: 'split', to: starts }
    for (const end of ends) steps[end] = { do: 'split', to: [steps.length] }
  }
  const repeat = ({ part, least, most }: Part & { is: 'repeated' }) => {
    for (let count = 0; count < least; count += 1) write(part)
    if (most === Infinity) {
      const fork = add({ do: 'split', to: [] })
      write(part)
      add({ do: 'split', to: [fork] })
      steps[fork] = { do: 'split', to: [fork + 1, steps.length] }
      return
    }
    const forks: number[] = []
    for (let count = least; count < most; count += 1) {
      forks.push(add({ do: 'split', to: [] }))
      write(part)
    }
    for (const fork of forks) steps[fork] = { do: 'split', to: [fork + 1, steps.length] }
  }
  write(whole)
  add({ do: 'found' })
  return steps
}

/** Parses an expression. Null: it has back references or look-around, which are not supported. */
export function readPattern(source: string): readonly Step[] | null {
  if (source.length > maxSource) return null
  try {
    return stepsOf(new Reader(source).whole())
  } catch (thrown) {
    if (thrown instanceof NotUnderstood) return null
    throw thrown
  }
}

export interface Budget {
  left: number
}

/** Whether the text contains a match. Null: the budget is spent. */
export function isFoundIn(steps: readonly Step[], text: string, budget: Budget): boolean | null {
  const characters = Array.from(text)
  const isWord = (at: number) => /^\w$/.test(characters[at] ?? '')
  const holds = (what: Assertion, at: number): boolean => {
    if (what === 'start') return at === 0
    if (what === 'end') return at === characters.length
    return (isWord(at - 1) !== isWord(at)) === (what === 'boundary')
  }
  let waiting: number[] = []
  for (let at = 0; at <= characters.length; at += 1) {
    const seen = new Set<number>()
    const open = [...waiting, 0]
    const next: number[] = []
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      const step = steps[index]
      if (step === undefined || seen.has(index)) continue
      seen.add(index)
      budget.left -= 1
      if (budget.left < 0) return null
      if (step.do === 'found') return true
      if (step.do === 'split') open.push(...step.to)
      else if (step.do === 'assert') {
        if (holds(step.what, at)) open.push(index + 1)
      } else if (at < characters.length && step.test.test(characters[at] ?? '')) next.push(index + 1)
    }
    waiting = next
  }
  return false
}
