import { Link } from '@tanstack/react-router'
import type { ToolCallBlock } from '#contract/chat/chat'
import { needsSignIn } from '#renderer/model/servers/signInStatus.ts'
import { useServers } from '#renderer/model/servers/useServers.ts'
import { LinkButton } from '#renderer/ui/controls/LinkButton.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** Shown under a call that is waiting for a sign-in, or that failed without one. Leads to the server's page. */
export function SignInWayOut({ block, isAsked }: { block: ToolCallBlock; isAsked: boolean }) {
  const { data: servers } = useServers()
  const server = servers?.find(({ slug }) => slug === block.server)
  if (server === undefined) return null
  const { slug, signIn } = server
  const name = visibleText(server.name)
  if (block.status === 'running' && signIn === 'waiting' && !isAsked)
    return (
      <p className="px-3 pb-2.5 text-sm text-warn">
        Waiting for your sign-in in the browser.{' '}
        <Link to="/servers/$slug" params={{ slug }} className="underline underline-offset-2">
          Show {name}
        </Link>
      </p>
    )
  if (block.status !== 'failed' || block.error === null || !needsSignIn(server)) return null
  return (
    <p className="px-3 pb-2.5">
      <LinkButton to="/servers/$slug" params={{ slug }}>
        Sign in to {name}
      </LinkButton>
    </p>
  )
}
