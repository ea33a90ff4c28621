import { Component, type ReactNode } from 'react'
import { faultOf } from '#renderer/app/fault/faultWords.ts'
import { FaultView } from '#renderer/app/fault/FaultView.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'

interface State {
  readonly error: unknown
}

/** The last resort, where even what stands around the pages broke: the one thing that helps is to load it anew. */
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
        place="page"
        actions={
          <Button look="primary" onClick={() => window.location.reload()}>
            Reload
          </Button>
        }
      />
    )
  }
}
