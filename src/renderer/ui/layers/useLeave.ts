import { useCallback } from 'react'
import { useLayers } from '#renderer/ui/layers/useCloseOnBack.ts'

/** For what takes an open form away, other than a link: it acts when no edits are lost. */
export function useLeave(): (act: () => void) => void {
  const layers = useLayers()
  return useCallback((act) => (layers === null ? act() : layers.leave(act)), [layers])
}
