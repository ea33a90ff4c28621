/**
 * A tool's own page (MCP Apps). It is read from its server when it scrolls into view. If it needs consent, the person
 * is asked before it is shown.
 */
import { useQuery } from '@tanstack/react-query'
import { AppWindow, RotateCw } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { type AppNetwork, noNetwork, wantsNetwork } from '#contract/chat/appFrame'
import type { ToolCallBlock } from '#contract/chat/chat'
import { messageOf } from '#contract/errors'
import { useEngine } from '#renderer/client/engine.ts'
import { isDesktop } from '#renderer/client/portWire.ts'
import type { AppEnd } from '#renderer/features/chat/apps/appBridge.ts'
import { AppFrame } from '#renderer/features/chat/apps/AppFrame.tsx'
import { useAppScope } from '#renderer/features/chat/apps/appScope.tsx'
import { type AppPage, appPageOf } from '#renderer/features/chat/apps/appResource.ts'
import { callTitle } from '#renderer/features/chat/blocks/toolCallWords.ts'
import { shownText } from '#renderer/ui/text/shownText.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const ends: Readonly<Record<AppEnd, string>> = {
  unserved: 'This engine cannot show pages from servers.',
  silent: 'The page did not respond, so it is not shown.',
  left: 'The page tried to navigate away and was closed.',
  tooMuch: 'The page sent too many messages and was closed.',
  closed: 'The page closed itself.',
}

function useInSight(element: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver((entries) => setSeen(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: '400px 0px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return seen
}

function Quiet({ children, onAgain }: { children: ReactNode; onAgain?: () => void }) {
  return (
    <p className="flex min-h-10 flex-wrap items-center gap-2 px-3 py-2 text-sm text-muted">
      <AppWindow className="size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1 break-words">{children}</span>
      {onAgain !== undefined && (
        <Button size="small" look="quiet" onClick={onAgain}>
          <RotateCw className="size-3.5" aria-hidden="true" />
          Reload
        </Button>
      )}
    </p>
  )
}

function NetworkQuestion({
  server,
  network,
  onAnswer,
}: {
  server: string
  network: AppNetwork
  onAnswer: (allowed: boolean) => void
}) {
  const origins = [...new Set([...network.connections, ...network.resources])]
  return (
    <div role="group" aria-label="Addresses this page requests" className="px-3 py-2.5 text-sm">
      <p>
        The page of <strong className="font-medium">{visibleText(server)}</strong> requests access to these addresses.
        It could send them what it shows and what you do in it.
      </p>
      <ul className="my-2 flex max-h-40 flex-col gap-0.5 overflow-y-auto font-mono text-xs break-all select-text">
        {origins.map((origin) => (
          <li key={origin}>{visibleText(origin)}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => onAnswer(false)}>
          Show without network access
        </Button>
        <Button size="small" onClick={() => onAnswer(true)}>
          Allow addresses
        </Button>
      </div>
    </div>
  )
}

/**
 * Asks before a page is shown in a browser. Browsers leave ways to send data out that no policy covers. The desktop app
 * closes them.
 */
function BrowserQuestion({ server, onAllow }: { server: string; onAllow: () => void }) {
  return (
    <div role="group" aria-label="Show this page" className="px-3 py-2.5 text-sm">
      <p>
        <strong className="font-medium">{visibleText(server)}</strong> has a page to show. The page cannot reach
        Switchboard or anything you have open, but in a browser it could report to others that you opened it, and what
        it shows. The desktop app prevents that.
      </p>
      <Button size="small" className="mt-2" onClick={onAllow}>
        Show pages of {visibleText(server)}
      </Button>
    </div>
  )
}

interface ShownProps {
  block: ToolCallBlock
  server: string
  page: Extract<AppPage, { kind: 'page' }>
}

function Shown({ block, server, page }: ShownProps) {
  const { consents, consent } = useAppScope()
  const [end, setEnd] = useState<AppEnd | null>(null)
  const networkKey = JSON.stringify([server, page.network])
  const allowed = wantsNetwork(page.network) ? consents.get(networkKey) : false
  if (!isDesktop(navigator.userAgent) && consents.get(server) !== true)
    return <BrowserQuestion server={server} onAllow={() => consent(server, true)} />
  if (allowed === undefined)
    return <NetworkQuestion server={server} network={page.network} onAnswer={(answer) => consent(networkKey, answer)} />
  if (end !== null) return <Quiet onAgain={() => setEnd(null)}>{ends[end]}</Quiet>
  return (
    <AppFrame
      block={block}
      server={server}
      title={`Page of ${visibleText(callTitle(block))}`}
      html={page.html}
      network={allowed ? page.network : noNetwork}
      onEnd={setEnd}
    />
  )
}

function Loaded({ block, server, uri }: { block: ToolCallBlock; server: string; uri: string }) {
  const { queries } = useEngine()
  const { projectId } = useAppScope()
  const { data, error, refetch } = useQuery({
    ...queries.catalog.resource.queryOptions({ input: { projectId, uri } }),
    select: appPageOf,
    gcTime: 60_000,
  })
  if (error !== null)
    return (
      <Quiet onAgain={() => void refetch()}>This tool’s page could not be read: {shownText(messageOf(error))}</Quiet>
    )
  if (data === undefined) return <Quiet>Loading this tool’s page…</Quiet>
  if (data.kind === 'none') return <Quiet>{data.reason}</Quiet>
  return <Shown block={block} server={server} page={data} />
}

/** A page that is scrolled far away is unloaded. The card keeps its height. */
export function AppCard({ block }: { block: ToolCallBlock }) {
  const { heights } = useAppScope()
  const element = useRef<HTMLDivElement>(null)
  const seen = useInSight(element)
  const { server, uiResource } = block
  if (server === null || uiResource === null) return null
  return (
    <div ref={element} data-app={seen ? 'shown' : 'away'} className="border-t border-line">
      {seen ? (
        <Loaded block={block} server={server} uri={uiResource} />
      ) : (
        <div style={{ height: heights.get(block.toolUseId) ?? 40 }} />
      )}
    </div>
  )
}
