import { createContext, useContext } from 'react'

const DrawerContext = createContext<() => void>(() => {})
export const ListDrawerProvider = DrawerContext.Provider

/** Opens the list of conversations on a narrow page, where the list is hidden. */
export function useListDrawer() {
  return useContext(DrawerContext)
}
