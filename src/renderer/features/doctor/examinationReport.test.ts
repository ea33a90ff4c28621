import { expect, test } from 'vitest'
import { examinationText } from '#renderer/features/doctor/examinationReport.ts'

test('a report has everything needed to help from afar: steps, findings, error, advice, output', () => {
  const text = examinationText(
    'Git',
    [
      {
        type: 'step',
        phase: 'command',
        outcome: 'failed',
        durationMs: 3.4,
        findings: [{ name: 'PATH', text: '/usr/bin' }],
        error: { code: 'COMMAND_FAILED', message: 'not found' },
      },
    ],
    {
      type: 'verdict',
      slug: 'git',
      healthy: false,
      summary: 'The command cannot be found.',
      era: null,
      protocolVersion: null,
      implementation: null,
      tools: null,
      quarantined: [],
      exit: { code: 1, signal: null },
      printed: [{ source: 'stderr', text: 'no module' }],
      advice: [{ code: 'command-missing', about: { command: 'git' }, text: 'Install it.', repairs: [] }],
    },
  )
  for (const part of ['Git', 'failed', 'PATH: /usr/bin', 'COMMAND_FAILED', '- Install it.', 'code 1', 'no module'])
    expect(text).toContain(part)
})
