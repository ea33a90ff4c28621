import type { ReactNode } from 'react'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'

export interface TroubleNoticeProps {
  failed: boolean
  /** What happened, and what a person can do. */
  children: ReactNode
  /** Buttons; none if nothing has to be done. */
  actions: ReactNode
  onShowLog: () => void
}

/** Shown below the header of a server that needs a person's attention. */
export function TroubleNotice({ failed, children, actions, onShowLog }: TroubleNoticeProps) {
  return (
    <Notice tone={failed ? 'bad' : 'warn'} className="mx-5 mb-3">
      {children}
      {actions !== null && (
        <div className="mt-2 flex flex-wrap gap-2">
          {actions}
          <Button size="small" look="quiet" onClick={onShowLog}>
            Show log
          </Button>
        </div>
      )}
    </Notice>
  )
}
