/** The findings of an examination as text for a report, and the words for its steps. Pure. */
import type { ExaminationPhase, ExaminationStep, ExaminationVerdict } from '#contract/servers/doctor'

export const phaseTitles: Readonly<Record<ExaminationPhase, string>> = {
  values: 'Resolve variables',
  command: 'Find the command',
  program: 'Check the version',
  runtime: 'Find a container runtime',
  image: 'Find the image',
  container: 'Inspect the container',
  spawn: 'Start the process',
  fetch: 'Fetch the server',
  handshake: 'Connect',
  listing: 'List tools',
  signIn: 'Sign-in',
  end: 'Stop the process',
}

export function examinationText(
  name: string,
  steps: readonly ExaminationStep[],
  verdict: ExaminationVerdict | null,
): string {
  const lines = [`Diagnosis of ${name}`]
  for (const step of steps) {
    lines.push(`${phaseTitles[step.phase]}: ${step.outcome} (${Math.round(step.durationMs)} ms)`)
    for (const { name: fact, text } of step.findings) lines.push(`  ${fact}: ${text}`)
    if (step.error !== null) lines.push(`  ${step.error.code}: ${step.error.message}`)
  }
  if (verdict !== null) {
    lines.push(verdict.summary, ...verdict.advice.map(({ text }) => `- ${text}`))
    if (verdict.exit !== null) lines.push(`Exit: code ${verdict.exit.code}, signal ${verdict.exit.signal}`)
    if (verdict.printed.length > 0)
      lines.push('Output:', ...verdict.printed.map(({ source, text }) => `  ${source} ${text}`))
  }
  return lines.join('\n')
}
