import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { createFocusKeeper, type FocusKeeper } from '#renderer/ui/focus/focusKeeper.ts'

const KeeperContext = createContext<FocusKeeper | null>(null)

/** Provides the page's only focus keeper. */
export function FocusKeeperProvider({ children }: { children: ReactNode }) {
  const [keeper] = useState(createFocusKeeper)
  useEffect(() => keeper.watch(), [keeper])
  return <KeeperContext value={keeper}>{children}</KeeperContext>
}

export function useFocusKeeper(): FocusKeeper {
  const keeper = useContext(KeeperContext)
  if (keeper === null) throw new Error('useFocusKeeper needs a FocusKeeperProvider above it')
  return keeper
}
