/** Lets any part of the chat open the dialog for the model provider. The dialog is loaded at first use. */
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useState } from 'react'
import type { ModelSourceKind } from '#contract/chat/modelSources'
import { useEngine } from '#renderer/client/engine.ts'
import { onDemand } from '#renderer/ui/page/onDemand.tsx'

const ModelSourceDialog = onDemand(() =>
  import('#renderer/parts/modelSource/ModelSourceDialog.tsx').then((module) => module.ModelSourceDialog),
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
      {open !== null && source !== undefined && (
        <ModelSourceDialog source={source} {...open} onClose={() => setOpen(null)} />
      )}
    </OpenContext>
  )
}
