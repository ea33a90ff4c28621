/**
 * How to install a missing program: the command to copy, and the official page. Switchboard does not run the command.
 */
import { Check, Copy, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { RepairOf } from '#contract/servers/repair'
import type { ServerSnapshot } from '#contract/servers/server'
import { openOutside } from '#renderer/client/openOutside.ts'
import { useServerActions } from '#renderer/model/servers/useServerActions.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'
import { useCopy } from '#renderer/ui/text/useCopy.ts'
import { safeAddress } from '#renderer/ui/text/safeAddress.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface InstallDialogProps {
  server: ServerSnapshot
  repair: RepairOf<'install'>
  onClose: () => void
}

function Command({ command }: { command: string }) {
  const { copied, copy } = useCopy(command)
  return (
    <>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable with the keyboard
        tabIndex={0}
        aria-label="Command"
        className="rounded-lg border border-line bg-canvas px-3 py-2 font-mono text-sm break-all whitespace-pre-wrap select-text"
      >
        {visibleText(command)}
      </pre>
      <Button look="primary" className="self-start" onClick={copy}>
        {copied ? <Check className="size-4" aria-hidden="true" /> : <Copy className="size-4" aria-hidden="true" />}
        <span aria-live="polite">{copied ? 'Copied' : 'Copy command'}</span>
      </Button>
    </>
  )
}

function Page({ address }: { address: string }) {
  const [isRefused, setRefused] = useState(false)
  const href = safeAddress(address)
  if (href === null) return null
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => void openOutside(href).then((isOpen) => setRefused(!isOpen))}>
          <ExternalLink className="size-4" aria-hidden="true" />
          Open {new URL(href).host}
        </Button>
        <CopyButton size="medium" look="quiet" label="Copy link" text={href} />
      </div>
      {isRefused && (
        <p role="alert" className="text-sm">
          The browser did not open the page. Copy the link and open it yourself.
        </p>
      )}
    </>
  )
}

export function InstallDialog({ server, repair: { title, command, page }, onClose }: InstallDialogProps) {
  const actions = useServerActions()
  const again = () => {
    void actions.restart(server)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Install ${visibleText(title)}`}
      description={
        command === null
          ? 'How to install it depends on your system: see the official page. Switchboard installs nothing by itself.'
          : 'Run this command in a terminal on the machine where Switchboard runs its servers. Switchboard does not run it for you.'
      }
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button onClick={again}>Try again</Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {command !== null && <Command command={command} />}
        <Page address={page} />
      </div>
    </Dialog>
  )
}
