/** Starts the page: takes the ticket or token out of the address, opens the link, follows events, renders. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#renderer/app/App.tsx'
import { createPageRouter } from '#renderer/app/router.tsx'
import { followTheme } from '#renderer/ui/page/theme.ts'
import { type Access, createAccess, signInOf } from '#renderer/client/access.ts'
import { createEngineClient } from '#renderer/client/engine.ts'
import { createEngineLink } from '#renderer/client/engineLink.ts'
import { followEvents } from '#renderer/client/eventFeed.ts'
import { isDesktop, openPortWire } from '#renderer/client/portWire.ts'
import { webSocketWire } from '#renderer/client/webSocketWire.ts'
import { createLayerHistory } from '#renderer/ui/layers/layerHistory.ts'

/** Removes a ticket or token from the address and the history. Returns whether there was one. */
function takeSignIn(access: Access): boolean {
  const signIn = signInOf(window.location.hash)
  if (signIn === null) return false
  access.use(signIn)
  window.history.replaceState(null, '', window.location.pathname + window.location.search)
  return true
}

function start(root: HTMLElement): void {
  const access = isDesktop(navigator.userAgent) ? null : createAccess(window.sessionStorage)
  if (access !== null) takeSignIn(access)
  const link = createEngineLink(access === null ? openPortWire : webSocketWire(access))
  const engine = createEngineClient(link, access)
  // A sign-in address opened in this tab changes only the fragment: the page is not reloaded.
  if (access !== null)
    window.addEventListener(
      'hashchange',
      (event) => {
        if (!takeSignIn(access)) return
        event.stopImmediatePropagation()
        link.signedIn()
      },
      { capture: true },
    )
  window.addEventListener('online', link.retry)
  for (const type of ['dragover', 'drop']) window.addEventListener(type, (event) => event.preventDefault())
  followTheme()
  void followEvents(engine, new AbortController().signal)
  const { history, layers } = createLayerHistory()
  createRoot(root).render(
    <StrictMode>
      <App engine={engine} router={createPageRouter(history)} layers={layers} />
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root !== null) start(root)
