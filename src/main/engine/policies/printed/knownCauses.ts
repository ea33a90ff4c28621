/** The table of well-known causes, and the search for them in a text. Pure. */
import type { Advice, Cause, CauseFacts } from '#contract/servers/cause'
import type { CauseRow } from '#engine/policies/printed/causeRow'
import { causesOfPackages } from '#engine/policies/printed/causesOfPackages'
import { causesOfPrograms } from '#engine/policies/printed/causesOfPrograms'
import { causesOfSurroundings } from '#engine/policies/printed/causesOfSurroundings'
import { causesOfLaunch, causesOfTraffic } from '#engine/policies/printed/causesOfTraffic'

/** The most likely causes come first: the first row that matches a line explains it. */
const rows: readonly CauseRow[] = [
  ...causesOfPackages,
  ...causesOfPrograms,
  ...causesOfSurroundings,
  ...causesOfTraffic,
  ...causesOfLaunch,
]

export function namesCause(line: string): boolean {
  return rows.some(({ patterns }) => patterns.some((pattern) => pattern.test(line)))
}

/** The advice on a cause that was recognised in another way. */
export function adviceOn({ code, about }: Cause): Advice[] {
  const row = rows.find((one) => one.code === code)
  return row === undefined ? [] : [{ code, about, text: row.text(about) }]
}

export function causesInText(text: string): Advice[] {
  let unexplained = text
  const found: Advice[] = []
  for (const { code, patterns, text: textFor } of rows)
    for (const pattern of patterns)
      for (let match = pattern.exec(unexplained); match !== null; match = pattern.exec(unexplained)) {
        unexplained = withoutLines(unexplained, match)
        const about = factsOf(match)
        if (!found.some((one) => one.code === code)) found.push({ code, about, text: textFor(about) })
      }
  return found
}

/** The text without the lines that contain the match. */
function withoutLines(text: string, { index, 0: matched }: RegExpExecArray): string {
  const end = text.indexOf('\n', index + matched.length)
  return text.slice(0, text.lastIndexOf('\n', index) + 1) + (end === -1 ? '' : text.slice(end + 1))
}

function factsOf({ groups = {} }: RegExpExecArray): CauseFacts {
  const facts = Object.entries(groups).flatMap(([name, value]) => {
    // A group name that is used in several alternatives has a digit appended.
    const fact = name.replace(/\d$/, '')
    return value === undefined ? [] : [[fact, fact === 'variable' ? value.toUpperCase() : decoded(value)] as const]
  })
  return Object.fromEntries(facts)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
