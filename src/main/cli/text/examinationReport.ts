/** The doctor's report, for a person. */
import type { ExaminationStep, ExaminationVerdict } from '#contract/servers/doctor'
import { repairSentence } from '#contract/servers/repairWords'
import { oneLine } from '#main/host/output/safeText'
import type { Terminal } from '#main/cli/terminal'

export interface Report {
  readonly steps: readonly ExaminationStep[]
  readonly verdict: ExaminationVerdict
}

const titles: Readonly<Record<ExaminationStep['phase'], string>> = {
  values: 'settings and values',
  command: 'command',
  program: 'versions',
  runtime: 'container runtime',
  image: 'image',
  container: 'container',
  spawn: 'start',
  fetch: 'fetch',
  handshake: 'handshake',
  listing: 'list of tools',
  signIn: 'sign-in',
  end: 'end',
}
const signs = { ok: '✓', warning: '!', failed: '✗' } as const
const styles = { ok: 'green', warning: 'yellow', failed: 'red' } as const
const maxPrinted = 12

/** `withFindings`: also shows findings of steps that succeeded. */
export function reportText(terminal: Terminal, { steps, verdict }: Report, withFindings: boolean): string {
  const { healthy, slug, summary, printed, advice, quarantined, exit } = verdict
  const outcome = healthy ? terminal.style('green', oneLine(summary)) : terminal.style('red', 'does not start')
  const lines = [`${terminal.style('bold', slug)}  ${outcome}`]
  for (const step of steps) lines.push(...stepLines(terminal, step, withFindings || !healthy))
  for (const tool of quarantined) lines.push(`  left out: ${oneLine(tool.name)}  ${oneLine(tool.reason)}`)
  if (!healthy && exit !== null) lines.push(`  it ended: ${exit.signal ?? `exit code ${exit.code ?? 'unknown'}`}`)
  if (!healthy && printed.length > 0) {
    lines.push('  it printed:')
    for (const { source, text } of shortened(printed))
      lines.push(terminal.style('dim', `    ${source}  ${oneLine(text)}`))
  }
  if (advice.length > 0) lines.push('  what to do:', ...advice.flatMap((each) => adviceLines(each, slug)))
  return `${lines.join('\n')}\n`
}

/** One piece of advice, followed by a line for each of its repairs. */
function adviceLines({ text, repairs }: ExaminationVerdict['advice'][number], slug: string): string[] {
  return [`    • ${oneLine(text)}`, ...repairs.map((one) => `      → ${oneLine(repairSentence(one, slug))}`)]
}

function stepLines(terminal: Terminal, step: ExaminationStep, withFindings: boolean): string[] {
  const { phase, outcome, durationMs, findings, error } = step
  const sign = terminal.style(styles[outcome], signs[outcome])
  const head = `  ${sign} ${titles[phase].padEnd(20)} ${terminal.style('dim', `${Math.round(durationMs)} ms`)}`
  const found = withFindings ? findings.map(({ name, text }) => `      ${oneLine(name)}: ${oneLine(text)}`) : []
  return [
    head,
    ...found.map((line) => terminal.style('dim', line)),
    ...(error === null ? [] : [`      ${oneLine(error.message)}`]),
  ]
}

/** The end of the output says more than the beginning. */
function shortened(printed: ExaminationVerdict['printed']): ExaminationVerdict['printed'] {
  return printed.filter(({ text }) => text.trim() !== '').slice(-maxPrinted)
}
