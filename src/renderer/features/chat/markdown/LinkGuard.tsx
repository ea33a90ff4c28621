/** Asks before a link in a conversation opens: the person sees where the link leads. */
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { openOutside } from '#renderer/client/openOutside.ts'
import { addressTarget } from '#renderer/ui/text/safeAddress.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const LinkContext = createContext<((address: string) => void) | null>(null)

export function LinkGuard({ children }: { children: ReactNode }) {
  const { show } = useToasts()
  const [asked, setAsked] = useState<string | null>(null)
  const ask = useMemo(() => (address: string) => setAsked(address), [])
  const close = () => setAsked(null)
  const leave = async (address: string) => {
    if (!(await openOutside(address)))
      show({ title: 'The address could not be opened', detail: 'Allow pop-ups for this page, or copy the link.' })
  }
  return (
    <LinkContext value={ask}>
      {children}
      {asked !== null && (
        <Dialog
          open
          onOpenChange={(open) => !open && close()}
          title={`Leave Switchboard for ${visibleText(addressTarget(asked))}?`}
          description="This address comes from a model or a server, not from you."
          footer={
            <>
              <CopyButton label="Copy link" size="medium" className="mr-auto" text={asked} />
              <Button onClick={close}>Stay</Button>
              <Button
                look="primary"
                onClick={() => {
                  close()
                  void leave(asked)
                }}
              >
                Open
              </Button>
            </>
          }
        >
          <p
            data-address=""
            className="max-h-48 overflow-y-auto rounded-md border border-line bg-canvas px-3 py-2 font-mono text-sm break-all select-text"
          >
            {visibleText(asked)}
          </p>
        </Dialog>
      )}
    </LinkContext>
  )
}

/** Asks the person before an address is opened. */
export function useAskToLeave(): (address: string) => void {
  const ask = useContext(LinkContext)
  if (ask === null) throw new Error('A link needs a LinkGuard above it')
  return ask
}

/** This is a button, because a middle click or a drag on an anchor opens the address without asking. */
export function GuardedLink({ address, children }: { address: string; children: ReactNode }) {
  const ask = useAskToLeave()
  return (
    <button
      type="button"
      role="link"
      title={visibleText(address)}
      onClick={() => ask(address)}
      className="inline cursor-pointer text-left break-words text-accent underline decoration-accent/40 underline-offset-2 select-text hover:decoration-accent"
    >
      {children}
    </button>
  )
}
