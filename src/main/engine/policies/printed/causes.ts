/** Finds the well-known causes that a program's output names, with advice on each. Pure. */
import type { Advice, Cause } from '#contract/servers/cause'
import { causesInText } from '#engine/policies/printed/knownCauses'
import { plainLines } from '#engine/policies/printed/plainLines'
import { reasonIn } from '#engine/policies/printed/reason'

/** The maximum number of causes reported, because one fault can produce many lines. */
const maxCauses = 3

/** The causes in the line that says why the program exited come first, then those in other lines. */
export function causesIn(printed: readonly string[]): Advice[] {
  const reason = reasonIn(printed)?.text ?? ''
  const lines = plainLines(printed)
  const isInReason = (line: string) => line !== '' && (reason.includes(line.trim()) || line.includes(reason))
  const own = lines.filter(isInReason)
  const first = causesInText(own.length > 0 ? own.join('\n') : reason)
  const others = causesInText(lines.filter((line) => !isInReason(line)).join('\n'))
  return [...first, ...others.filter(({ code }) => !first.some((one) => one.code === code))].slice(0, maxCauses)
}

/** Redacts a cause's facts. They come from launches and from output, so they may contain secret values. */
export function withoutSecrets<Known extends Cause>(known: Known, redact: (text: string) => string): Known {
  const facts = Object.entries(known.about)
  return { ...known, about: Object.fromEntries(facts.map(([name, fact = '']) => [name, redact(fact)])) }
}
