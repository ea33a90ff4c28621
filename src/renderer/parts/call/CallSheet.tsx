/** One recorded call in full: who called what, how it ended, what to do if it failed, and a button to call it again. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { CallRecord } from '#contract/tools/call'
import { messageOf } from '#contract/errors'
import { useEngine } from '#renderer/client/engine.ts'
import { CallAgain } from '#renderer/parts/call/CallAgain.tsx'
import { callerText, outcomeText, outcomeTone, wayOut } from '#renderer/model/calls/callWords.ts'
import { RecordedText } from '#renderer/parts/call/RecordedText.tsx'
import { usePolling } from '#renderer/parts/call/usePolling.ts'
import { useProjectNames } from '#renderer/model/projects/useProjects.ts'
import { StatusDot } from '#renderer/parts/server/StatusDot.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { exactTime } from '#renderer/ui/text/times.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const runs = (call: CallRecord | undefined) => call?.status === 'running'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words select-text">{children}</dd>
    </>
  )
}

function Facts({ call }: { call: CallRecord }) {
  const projects = useProjectNames()
  const { client, clientVersion } = call.run
  return (
    <dl className="mb-5 grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
      <Fact name="Outcome">
        <span className="inline-flex items-center gap-1.5">
          <StatusDot tone={outcomeTone(call.status)} />
          {outcomeText(call)}
        </span>
      </Fact>
      <Fact name="When">
        <time dateTime={new Date(call.startedAt).toISOString()}>{exactTime(call.startedAt)}</time>
      </Fact>
      <Fact name="Called by">
        {visibleText(callerText(call))}
        {client !== null && clientVersion !== null && <span className="text-muted"> {visibleText(clientVersion)}</span>}
      </Fact>
      {call.server !== null && (
        <Fact name="Server">
          <Link
            to="/servers/$slug"
            params={{ slug: call.server }}
            className="font-mono text-accent underline underline-offset-2"
          >
            {call.server}
          </Link>
        </Fact>
      )}
      {call.originalTool !== null && call.originalTool !== call.tool && (
        <Fact name="Original name">
          <code className="font-mono">{visibleText(call.originalTool)}</code>
        </Fact>
      )}
      {call.projectId !== null && (
        <Fact name="Project">{visibleText(projects.get(call.projectId) ?? call.projectId)}</Fact>
      )}
    </dl>
  )
}

function Failure({ call }: { call: CallRecord }) {
  if (call.errorMessage === null && !call.isError) return null
  const way = wayOut(call)
  return (
    <Notice tone={call.status === 'cancelled' ? 'plain' : 'bad'} className="mb-5">
      <p className="font-medium whitespace-pre-wrap">
        {call.errorMessage === null ? 'The tool reported an error.' : visibleText(call.errorMessage)}
      </p>
      {way !== null && <p className="mt-0.5">{way}</p>}
      {call.errorCode !== null && <p className="mt-0.5 font-mono text-xs text-muted">{visibleText(call.errorCode)}</p>}
    </Notice>
  )
}

export function CallSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const { queries } = useEngine()
  const [again, setAgain] = useState(false)
  const { data: call, error } = useQuery({
    ...queries.calls.get.queryOptions({ input: { id } }),
    ...usePolling(runs),
    gcTime: 0,
  })
  if (again && call !== undefined) return <CallAgain call={call} onClose={() => setAgain(false)} />
  return (
    <Dialog
      shape="sheet"
      open
      onOpenChange={(open) => !open && onClose()}
      title={call === undefined ? 'Call' : <span className="font-mono">{visibleText(call.tool)}</span>}
      footer={
        call !== undefined && (
          <>
            <CopyButton label="Copy record" text={() => JSON.stringify(call, null, 2)} size="medium" />
            <Button disabled={call.server === null || call.originalTool === null} onClick={() => setAgain(true)}>
              <RotateCw className="size-3.5" aria-hidden="true" />
              Call again…
            </Button>
          </>
        )
      }
    >
      {error !== null && <Notice tone="bad">{visibleText(messageOf(error))}</Notice>}
      {call !== undefined && (
        <>
          <Facts call={call} />
          <Failure call={call} />
          <RecordedText key={`${call.id} arguments`} call={call} part="arguments" />
          {call.result !== null && <RecordedText key={`${call.id} result`} call={call} part="result" />}
          {call.edited && <p className="mb-3 text-xs text-muted">You edited the arguments before they were sent.</p>}
          {call.droppedBefore > 0 && (
            <p className="text-xs text-muted">
              {call.droppedBefore} calls before this one were not recorded: there were too many at once.
            </p>
          )}
        </>
      )}
    </Dialog>
  )
}
