/**
 * A server's page in its frame: sets the frame's permissions, and passes messages to `appBridge.ts`, which decides
 * about them.
 */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type AppNetwork, appFramePath, appFrameQuery, desktopAppFrame } from '#contract/chat/appFrame'
import type { ToolCallBlock } from '#contract/chat/chat'
import { useEngine } from '#renderer/client/engine.ts'
import { isDesktop } from '#renderer/client/portWire.ts'
import { type AppBridge, type AppEnd, createAppBridge } from '#renderer/features/chat/apps/appBridge.ts'
import { appContext } from '#renderer/features/chat/apps/appContext.ts'
import { argumentsOf, outcomeOf } from '#renderer/features/chat/apps/appOutcome.ts'
import { useAppScope } from '#renderer/features/chat/apps/appScope.tsx'
import { useDraftInbox } from '#renderer/features/chat/apps/draftInbox.ts'
import { useAskToLeave } from '#renderer/features/chat/markdown/LinkGuard.tsx'
import { safeAddress } from '#renderer/ui/text/safeAddress.ts'
import { shownText } from '#renderer/ui/text/shownText.ts'
import { noTimeout } from '#renderer/client/api.ts'

const maxHeight = 640
const firstHeight = 160

function frameAddress(network: AppNetwork): string {
  const isServedByWindow = isDesktop(navigator.userAgent) && window.location.protocol === 'https:'
  return (isServedByWindow ? desktopAppFrame : appFramePath) + appFrameQuery(network)
}

export interface AppFrameProps {
  block: ToolCallBlock
  server: string
  title: string
  html: string
  network: AppNetwork
  onEnd: (why: AppEnd) => void
}

export function AppFrame({ block, server, title, html, network, onEnd }: AppFrameProps) {
  const { api } = useEngine()
  const { conversationId, heights } = useAppScope()
  const inbox = useDraftInbox()
  const askToLeave = useAskToLeave()
  const frame = useRef<HTMLIFrameElement>(null)
  const bridge = useRef<AppBridge | null>(null)
  const [height, setHeight] = useState(heights.get(block.toolUseId) ?? firstHeight)
  // A page can ask for something only after the person has clicked in it.
  const isInUse = () => frame.current !== null && document.activeElement === frame.current
  const open = useEffectEvent(() =>
    createAppBridge(
      {
        // The frame's origin is opaque, so it cannot be named as the target. The window's policy lets no other document
        // into the frame.
        post: (message) => frame.current?.contentWindow?.postMessage(message, '*'),
        now: () => performance.now(),
        after: (delayMs, run) => {
          const timer = setTimeout(run, delayMs)
          return () => clearTimeout(timer)
        },
        context: () => appContext(frame.current, maxHeight),
        call: (name, args, signal) =>
          api.chat.callForApp({ id: conversationId, server, name, arguments: { ...args } }, { signal, ...noTimeout }),
        openLink: (written) => {
          const address = safeAddress(written)
          if (address === null || !isInUse()) return false
          askToLeave(address)
          return true
        },
        addToDraft: (text) => isInUse() && inbox?.add(shownText(text)) === true,
        resize: (next) => {
          heights.set(block.toolUseId, next)
          setHeight(next)
        },
        ended: (why) => onEnd(why),
      },
      { html, arguments: argumentsOf(block) },
    ),
  )
  // A layout effect listens before the frame can send its first message.
  useLayoutEffect(() => {
    const opened = open()
    bridge.current = opened
    const onMessage = (event: MessageEvent) => {
      const from = frame.current?.contentWindow
      if (from !== null && from !== undefined && event.source === from) opened.receive(() => event.data as unknown)
    }
    window.addEventListener('message', onMessage)
    const theme = new MutationObserver(() => opened.contextChanged())
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    return () => {
      window.removeEventListener('message', onMessage)
      theme.disconnect()
      opened.close()
    }
  }, [])
  useEffect(() => {
    const outcome = outcomeOf(block)
    if (outcome !== null) bridge.current?.settle(outcome)
  }, [block])
  return (
    <iframe
      ref={frame}
      title={title}
      src={frameAddress(network)}
      sandbox="allow-scripts"
      allow=""
      referrerPolicy="no-referrer"
      className="block w-full border-0 bg-raised"
      style={{ height }}
    />
  )
}
