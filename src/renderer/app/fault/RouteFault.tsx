/** The router shows this in place of a page or a pane that threw an error. */
import { type ErrorComponentProps, useLocation, useRouter } from '@tanstack/react-router'
import { faultOf, faultReport, wayOut } from '#renderer/app/fault/faultWords.ts'
import { FaultView, type FaultViewProps } from '#renderer/app/fault/FaultView.tsx'
import { useEngine } from '#renderer/client/engine.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'
import { LinkButton } from '#renderer/ui/controls/LinkButton.tsx'

function RouteFault({ error, reset, level }: ErrorComponentProps & Pick<FaultViewProps, 'level'>) {
  const { cache } = useEngine()
  const router = useRouter()
  const { pathname } = useLocation()
  const fault = faultOf(error)
  const other = wayOut(pathname)
  const tryAgain = async () => {
    if (fault.failedToLoad) return window.location.reload()
    // The cause may be data that only this page has read.
    cache.removeQueries({ type: 'inactive' })
    await router.invalidate()
    reset()
  }
  return (
    <FaultView
      fault={fault}
      level={level}
      actions={
        <>
          <Button look="primary" onClick={() => void tryAgain()}>
            Try again
          </Button>
          <LinkButton to={other.to}>Go to {other.title}</LinkButton>
          <CopyButton label="Copy details" look="quiet" size="medium" text={faultReport(error, pathname)} />
        </>
      }
    />
  )
}

export function PageFault(props: ErrorComponentProps) {
  return <RouteFault {...props} level="page" />
}

export function PaneFault(props: ErrorComponentProps) {
  return <RouteFault {...props} level="pane" />
}
