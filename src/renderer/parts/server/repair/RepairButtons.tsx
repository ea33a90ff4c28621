import type { Repair } from '#contract/servers/repair'
import type { ServerSnapshot } from '#contract/servers/server'
import { useRepairs } from '#renderer/parts/server/repair/useRepairs.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'

export interface RepairButtonsProps {
  server: ServerSnapshot
  repairs: readonly Repair[]
  /** Called before a repair begins. */
  onBegin?: () => void
}

/** One button for each repair, best first. If the settings are in a file, a button copies its path. */
export function RepairButtons({ server, repairs, onBegin }: RepairButtonsProps) {
  const { actions, file } = useRepairs(server, repairs)
  return (
    <>
      {file !== null && <CopyButton label="Copy path of its file" text={file} />}
      {actions.map(({ kind, title, run }) => (
        <Button
          key={`${kind} ${title}`}
          size="small"
          data-repair={kind}
          className="max-w-full"
          title={title}
          onClick={() => {
            onBegin?.()
            run()
          }}
        >
          <span className="truncate">{title}</span>
        </Button>
      ))}
    </>
  )
}
