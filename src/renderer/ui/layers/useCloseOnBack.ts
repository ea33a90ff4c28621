import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import type { Layers } from '#renderer/ui/layers/layerHistory.ts'

const LayersContext = createContext<Layers | null>(null)
export const LayersProvider = LayersContext.Provider

/** Returns null outside a layers provider, where no layer can be open. */
export function useLayers(): Layers | null {
  return useContext(LayersContext)
}

/** Lets Back close a layer over the page. */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  const layers = useLayers()
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isOpen) return layers?.open(() => close())
  }, [layers, isOpen])
}
