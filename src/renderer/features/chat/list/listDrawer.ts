import { createContext, useContext } from 'react'

const DrawerContext = createContext<() => void>(() => {})
export const ListDrawerProvider = DrawerContext.Provider

/** Opens the list of conversations where there is no room for it beside them. */
export function useListDrawer() {
  return useContext(DrawerContext)
}
