/** Starts a second process of a server step by step, and shows what is wrong and what to do. */
import { CircleCheck, CircleX, LoaderCircle, RotateCw, TriangleAlert } from 'lucide-react'
import type { ExaminationStep, ExaminationVerdict } from '#contract/servers/doctor'
import type { ServerSnapshot } from '#contract/servers/server'
import { byReach } from '#contract/servers/transports'
import { durationText } from '#contract/text/durationText'
import { examinationText, phaseTitles } from '#renderer/features/doctor/examinationReport.ts'
import { useExamination } from '#renderer/features/doctor/useExamination.ts'
import { useNamesIn } from '#renderer/model/projects/chosenProject.ts'
import { useServerDialogs } from '#renderer/model/servers/serverDialogs.ts'
import { withoutGeneral } from '#renderer/parts/server/repair/repairActions.ts'
import { RepairButtons } from '#renderer/parts/server/repair/RepairButtons.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const marks = {
  ok: <CircleCheck className="mt-0.5 size-4 shrink-0 text-good" aria-label="OK" />,
  warning: <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-label="Warning" />,
  failed: <CircleX className="mt-0.5 size-4 shrink-0 text-bad" aria-label="Failed" />,
} as const

function Step({ step }: { step: ExaminationStep }) {
  return (
    <li className="flex gap-2.5 py-2" data-phase={step.phase} data-outcome={step.outcome}>
      {marks[step.outcome]}
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium">
          {phaseTitles[step.phase]}
          <span className="ml-2 text-xs font-normal text-muted tabular-nums">{durationText(step.durationMs)}</span>
        </p>
        {step.findings.map((found) => (
          <p key={`${found.name} ${found.text}`} className="text-xs break-words text-muted">
            {visibleText(found.name)}: <span className="font-mono select-text">{visibleText(found.text)}</span>
          </p>
        ))}
        {step.error !== null && (
          <p className="mt-0.5 break-words whitespace-pre-wrap text-bad">{visibleText(step.error.message)}</p>
        )}
      </div>
    </li>
  )
}

interface VerdictProps {
  server: ServerSnapshot
  verdict: ExaminationVerdict
  onClose: () => void
}

function Verdict({ server, verdict, onClose }: VerdictProps) {
  return (
    <Notice tone={verdict.healthy ? 'good' : 'bad'} className="mb-4">
      <p className="font-medium" data-verdict={verdict.healthy ? 'healthy' : 'ill'}>
        {visibleText(verdict.summary)}
      </p>
      {verdict.advice.length > 0 && (
        <ol aria-label="What to do" className="mt-1.5 flex list-decimal flex-col gap-1 pl-4">
          {verdict.advice.map(({ code, text, repairs }) => (
            <li key={text} data-cause={code} className="break-words select-text">
              {visibleText(text)}
              <span className="mt-1 mb-0.5 flex flex-wrap gap-2 empty:hidden">
                <RepairButtons server={server} repairs={withoutGeneral(repairs)} onBegin={onClose} />
              </span>
            </li>
          ))}
        </ol>
      )}
      {verdict.quarantined.length > 0 && (
        <ul aria-label="Tools hidden from clients" className="mt-2 text-xs text-muted">
          {verdict.quarantined.map(({ name, reason }) => (
            <li key={name} className="break-words">
              <code className="font-mono">{visibleText(name)}</code>: {visibleText(reason)}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

function Printed({ printed }: Pick<ExaminationVerdict, 'printed'>) {
  if (printed.length === 0) return null
  return (
    <section className="mt-4">
      <h3 className="mb-1.5 text-sm font-semibold">Output</h3>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable with the keyboard
        tabIndex={0}
        className="max-h-64 overflow-auto rounded-lg border border-line bg-canvas px-3 py-2 font-mono text-xs break-words whitespace-pre-wrap select-text -outline-offset-2"
      >
        {printed.map(({ text }) => visibleText(text)).join('\n')}
      </pre>
    </section>
  )
}

const procedures = {
  process: () =>
    'Switchboard starts a second process of this server step by step, then stops it. Your clients are not affected.',
  address: () =>
    'Switchboard opens a second connection to this server step by step, then closes it. Your clients are not affected.',
  image: () =>
    'If its container is running, Switchboard checks it without a restart. If not, Switchboard starts it step by step, then stops it.',
}

export function DoctorSheet({ server, onClose }: { server: ServerSnapshot; onClose: () => void }) {
  const { steps, phase, verdict, failure } = useExamination(server.slug, useNamesIn(server.projects))
  const dialogs = useServerDialogs()
  const name = visibleText(server.name)
  const isOver = verdict !== null || failure !== null
  return (
    <Dialog
      shape="sheet"
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Diagnosis of ${name}`}
      description={byReach(server.launch, procedures)}
      footer={
        <>
          <CopyButton
            label="Copy report"
            size="medium"
            disabled={!isOver}
            text={() => examinationText(server.name, steps, verdict)}
          />
          <Button disabled={!isOver} onClick={() => dialogs.examine(server)}>
            <RotateCw className="size-3.5" aria-hidden="true" />
            Run again
          </Button>
        </>
      }
    >
      <div aria-live="polite">
        {verdict !== null && <Verdict server={server} verdict={verdict} onClose={onClose} />}
        {failure !== null && (
          <Notice tone="bad" className="mb-4">
            {visibleText(failure)}
          </Notice>
        )}
      </div>
      <ol aria-label="Steps" aria-busy={!isOver} className="divide-y divide-line">
        {steps.map((step, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a phase may occur twice
          <Step key={index} step={step} />
        ))}
        {phase !== null && (
          <li className="flex gap-2.5 py-2 text-sm text-muted">
            <LoaderCircle className="mt-0.5 size-4 shrink-0 animate-spin" aria-hidden="true" />
            {phaseTitles[phase]}…
          </li>
        )}
      </ol>
      {verdict !== null && <Printed printed={verdict.printed} />}
    </Dialog>
  )
}
