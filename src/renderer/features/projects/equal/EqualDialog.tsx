/** Shows what merging equal servers would change, and merges them after consent. */
import { useState } from 'react'
import { messageOf } from '#contract/errors'
import type { EqualServers } from '#contract/servers/equalServers'
import { enumerated, settingTitle } from '#renderer/features/projects/equal/equalWords.ts'
import { useUnite } from '#renderer/features/projects/equal/useUnite.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface EqualDialogProps {
  readonly offer: EqualServers
  /** The names of the servers, the oldest first. */
  readonly names: readonly string[]
  /** The names of the projects that would have the merged server. */
  readonly projects: readonly string[]
  readonly onPutOff: () => void
  readonly onClose: () => void
}

export function EqualDialog({ offer, names, projects, onPutOff, onClose }: EqualDialogProps) {
  const unite = useUnite()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { slug, others, differs } = offer
  const [oldest = slug] = names
  const all = enumerated(names)
  const make = async () => {
    setBusy(true)
    try {
      await unite(slug, all)
      onClose()
    } catch (thrown) {
      setFailure(visibleText(messageOf(thrown)))
      setBusy(false)
    }
  }
  const facts = [
    ['Kept', `${oldest}, the oldest, in ${enumerated(projects)}.`],
    ['In each project', 'Switches, tools that are off, own names and descriptions stay the same.'],
    [
      'Settings',
      differs.length === 0
        ? 'Identical.'
        : `Different: ${enumerated(differs.map(settingTitle))}. The settings of ${oldest} are kept.`,
    ],
    [
      'Addresses',
      `${enumerated(others)} ${others.length === 1 ? 'still leads' : 'still lead'} to it, so clients need no change.`,
    ],
    [
      'Permissions',
      'Calls you always allow stay allowed in the same projects only. Calls you always deny are denied in all of these projects.',
    ],
  ] as const
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Merge ${all} into one server?`}
      description="They have the same launch. You can undo this."
      footer={
        <>
          {failure !== null && (
            <Notice tone="bad" className="basis-full">
              <p role="alert">{failure}</p>
            </Notice>
          )}
          <Button onClick={onPutOff}>Not now</Button>
          <Button look="primary" disabled={busy} onClick={() => void make()}>
            Merge
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2.5 text-sm max-sm:grid-cols-1 max-sm:gap-y-1">
        {facts.map(([title, text]) => (
          <div key={title} className="contents">
            <dt className="text-muted max-sm:mt-1.5">{title}</dt>
            <dd className="break-words">{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
