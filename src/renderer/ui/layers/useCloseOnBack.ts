import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import type { Layers } from '#renderer/ui/layers/layerHistory.ts'

const LayersContext = createContext<Layers | null>(null)
export const LayersProvider = LayersContext.Provider

/** For what lies over the page: Back closes it. */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  const layers = useContext(LayersContext)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isOpen) return layers?.open(() => close())
  }, [layers, isOpen])
}
