import { useLocation } from '@tanstack/react-router'
import { EmptyPage } from '#renderer/ui/notes/EmptyPage.tsx'
import { LinkButton } from '#renderer/ui/controls/LinkButton.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** Shown for a mistyped link, or for a link to a page from another version. */
export function UnknownAddress() {
  const { pathname } = useLocation()
  return (
    <main className="min-w-0 overflow-y-auto">
      <EmptyPage
        title="Page not found"
        actions={
          <>
            <LinkButton to="/servers">Go to Servers</LinkButton>
            <LinkButton to="/chat">Go to Chat</LinkButton>
          </>
        }
      >
        <code className="font-mono text-sm break-all text-ink">{visibleText(pathname)}</code> isn’t a page of this
        version of Switchboard.
      </EmptyPage>
    </main>
  )
}
