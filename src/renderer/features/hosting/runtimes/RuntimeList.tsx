/** The runtimes, and how to install missing ones. */
import { CircleCheck, CircleDashed, RefreshCw } from 'lucide-react'
import type { ProviderName } from '#contract/hosting/container'
import type { RuntimeReport } from '#contract/hosting/hostedServer'
import { providerTitles } from '#contract/hosting/hostedWords'
import { messageOf } from '#contract/errors'
import { RepairText } from '#renderer/features/hosting/runtimes/RepairText.tsx'
import { isSame, sharedLack, shortcomings } from '#renderer/features/hosting/runtimes/shownRuntimes.ts'
import { useRuntimes } from '#renderer/features/hosting/useHosted.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const descriptions: Readonly<Record<ProviderName, string>> = {
  gvisor: 'A container with its own kernel on top of yours. Light, and tried first.',
  firecracker: 'A small virtual machine. It needs a machine with hardware virtualization.',
  e2b: 'A machine run by the company E2B: a server’s data leaves this machine. Used only if you choose or allow it.',
  plain: 'An ordinary container, which shares the kernel of this machine. Used only if you allow it.',
}

function Runtime({
  runtime,
  isAuto,
  lack,
}: {
  runtime: RuntimeReport
  isAuto: boolean
  lack: RuntimeReport['missing']
}) {
  const { name, available } = runtime
  const missing = isSame(lack, runtime.missing) ? null : runtime.missing
  const Icon = available ? CircleCheck : CircleDashed
  const without = shortcomings(runtime)
  return (
    <li data-runtime={name} className="flex gap-3 px-4 py-3">
      <Icon className={`mt-0.5 size-4 shrink-0 ${available ? 'text-good' : 'text-muted'}`} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <span className="font-medium">{providerTitles[name]}</span>
          <span className={available ? 'text-good' : 'text-muted'}>{available ? 'Available' : 'Not available'}</span>
          {isAuto && <span className="text-muted">Default for new servers</span>}
        </p>
        <p className="text-sm text-muted">{descriptions[name]}</p>
        {without !== null && <p className="text-sm text-muted">{without}</p>}
        {missing !== null && (
          <div className="mt-1.5 text-sm">
            <p className="break-words">{visibleText(missing.reason)}</p>
            <RepairText text={missing.repair} />
          </div>
        )}
      </div>
    </li>
  )
}

export function RuntimeList() {
  const { data, error, isFetching, refetch } = useRuntimes()
  const lack = data === undefined ? null : sharedLack(data)
  return (
    <div className="flex flex-col items-start gap-3">
      {error !== null && <Notice tone="bad">{visibleText(messageOf(error))}</Notice>}
      {lack !== null && (
        <Notice tone="plain" className="w-full">
          <p className="font-medium">{visibleText(lack.reason)}</p>
          <RepairText text={lack.repair} />
        </Notice>
      )}
      {data !== undefined && (
        <ul aria-label="Runtimes" className="w-full divide-y divide-line rounded-lg border border-line bg-surface">
          {data.runtimes.map((runtime) => (
            <Runtime key={runtime.name} runtime={runtime} isAuto={data.auto === runtime.name} lack={lack} />
          ))}
        </ul>
      )}
      <Button size="small" disabled={isFetching} onClick={() => void refetch()}>
        <RefreshCw className="size-3.5" aria-hidden="true" />
        Check again
      </Button>
    </div>
  )
}
