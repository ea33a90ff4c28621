import { useCallback } from 'react'
import { useLayers } from '#renderer/ui/layers/useCloseOnBack.ts'

/** For actions other than links that close an open form. The action runs when no edits are lost. */
export function useLeave(): (act: () => void) => void {
  const layers = useLayers()
  return useCallback((act) => (layers === null ? act() : layers.leave(act)), [layers])
}
