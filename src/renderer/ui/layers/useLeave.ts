import { useCallback } from 'react'
import { useLayers } from '#renderer/ui/layers/useCloseOnBack.ts'

/** For actions that close an open form, other than links. The action runs once no edits would be lost. */
export function useLeave(): (act: () => void) => void {
  const layers = useLayers()
  return useCallback((act) => (layers === null ? act() : layers.leave(act)), [layers])
}
