import { Component, type ReactNode } from 'react'
import { faultOf } from '#renderer/app/fault/faultWords.ts'
import { FaultView } from '#renderer/app/fault/FaultView.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'

interface State {
  readonly error: unknown
}

/** Shown when the frame around the pages breaks. Only reloading the page helps. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override render() {
    if (this.state.error === null) return this.props.children
    return (
      <FaultView
        fault={faultOf(this.state.error)}
        level="page"
        actions={
          <Button look="primary" onClick={() => window.location.reload()}>
            Reload
          </Button>
        }
      />
    )
  }
}
