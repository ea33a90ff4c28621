import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { ErrorBoundary } from '#renderer/app/ErrorBoundary.tsx'
import type { PageRouter } from '#renderer/app/router.tsx'
import { SignInPage } from '#renderer/app/SignInPage.tsx'
import { type EngineClient, EngineProvider, useLinkState } from '#renderer/client/engine.ts'
import { FocusKeeperProvider } from '#renderer/ui/focus/useFocusKeeper.tsx'
import type { Layers } from '#renderer/ui/layers/layerHistory.ts'
import { LayersProvider } from '#renderer/ui/layers/useCloseOnBack.ts'
import { ToastProvider } from '#renderer/ui/overlay/Toasts.tsx'
import { TooltipProvider } from '#renderer/ui/overlay/Tooltip.tsx'

function Entrance({ router }: { router: PageRouter }) {
  const state = useLinkState()
  return state.kind === 'signedOut' ? <SignInPage refused={state.refused} /> : <RouterProvider router={router} />
}

export interface AppProps {
  engine: EngineClient
  router: PageRouter
  layers: Layers
}

export function App({ engine, router, layers }: AppProps) {
  return (
    <ErrorBoundary>
      <EngineProvider value={engine}>
        <QueryClientProvider client={engine.cache}>
          <TooltipProvider delayDuration={400}>
            <LayersProvider value={layers}>
              <ToastProvider>
                <FocusKeeperProvider>
                  <Entrance router={router} />
                </FocusKeeperProvider>
              </ToastProvider>
            </LayersProvider>
          </TooltipProvider>
        </QueryClientProvider>
      </EngineProvider>
    </ErrorBoundary>
  )
}
