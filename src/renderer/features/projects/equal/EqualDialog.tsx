/** What becomes of servers that are made one, before it is done. */
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
  /** Of the servers, the oldest first. */
  readonly names: readonly string[]
  /** The names of the projects that would have it. */
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
    ['Stays', `${oldest}, the oldest, in ${enumerated(projects)}.`],
    ['In each project', 'Its switch, the tools that are off, and own names and descriptions stay as they are.'],
    [
      'Settings',
      differs.length === 0
        ? 'They are the same.'
        : `They differ in: ${enumerated(differs.map(settingTitle))}. Those of ${oldest} hold.`,
    ],
    [
      'Addresses',
      `${enumerated(others)} ${others.length === 1 ? 'still leads' : 'still lead'} to it, so clients need no change.`,
    ],
    [
      'Permissions',
      'What you always allow holds in the same projects as before, and in no other. What you always deny is denied in all of them.',
    ],
  ] as const
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Make ${all} one server?`}
      description="They start the same way. You can undo this."
      footer={
        <>
          {failure !== null && (
            <Notice tone="bad" className="basis-full">
              <p role="alert">{failure}</p>
            </Notice>
          )}
          <Button onClick={onPutOff}>Not now</Button>
          <Button look="primary" disabled={busy} onClick={() => void make()}>
            Make them one
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
