/** Opens the choice of the model source from anywhere in the chat; loaded when first wanted. */
import { useQuery } from '@tanstack/react-query'
import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react'
import type { ModelSourceKind } from '#contract/chat/model'
import { useEngine } from '#renderer/client/engine.ts'
import { Opening } from '#renderer/ui/focus/Opening.tsx'

const ModelSourceDialog = lazy(() =>
  import('#renderer/features/chat/source/ModelSourceDialog.tsx').then((module) => ({
    default: module.ModelSourceDialog,
  })),
)

const OpenContext = createContext<((wanted?: ModelSourceKind) => void) | null>(null)

export function useModelSourceDialog() {
  const open = useContext(OpenContext)
  if (open === null) throw new Error('useModelSourceDialog needs a ModelSourceDialogs above it')
  return open
}

export function ModelSourceDialogs({ children }: { children: ReactNode }) {
  const { queries } = useEngine()
  const [open, setOpen] = useState<{ readonly wanted?: ModelSourceKind } | null>(null)
  const { data: source } = useQuery({ ...queries.modelSource.get.queryOptions(), enabled: open !== null })
  const [show] = useState(() => (wanted?: ModelSourceKind) => setOpen(wanted === undefined ? {} : { wanted }))
  return (
    <OpenContext value={show}>
      {children}
      <Suspense fallback={<Opening />}>
        {open !== null && source !== undefined && (
          <ModelSourceDialog source={source} {...open} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </OpenContext>
  )
}
