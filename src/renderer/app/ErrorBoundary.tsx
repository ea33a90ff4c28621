import { Component, type ReactNode } from 'react'
import { messageOf } from '#contract/errors'
import { Button } from '#renderer/ui/Button.tsx'

interface State {
  readonly error: unknown
}

/** The last resort: says that the page itself broke, and offers the one thing that helps. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override render() {
    if (this.state.error === null) return this.props.children
    return (
      <main role="alert" className="mx-auto max-w-md px-6 pt-[20vh]">
        <h1 className="text-xl font-semibold">This page broke</h1>
        <p className="mt-2 text-muted">
          Your servers are not affected: they run in the engine, not in this page. {messageOf(this.state.error)}
        </p>
        <Button look="primary" className="mt-4" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </main>
    )
  }
}
