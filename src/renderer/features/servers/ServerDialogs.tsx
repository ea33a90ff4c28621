/** Opens the dialogs about servers from anywhere below it; each is loaded when it is first wanted. */
import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo, useState } from 'react'

const AddServerDialog = lazy(() =>
  import('#renderer/features/servers/add/AddServerDialog.tsx').then((module) => ({ default: module.AddServerDialog })),
)
const ImportDialog = lazy(() =>
  import('#renderer/features/servers/import/ImportDialog.tsx').then((module) => ({ default: module.ImportDialog })),
)

export interface ServerDialogs {
  addServer(commandLine?: string): void
  importServers(text?: string): void
}

type Open = { readonly dialog: 'add' | 'import'; readonly text: string; readonly number: number }

const DialogsContext = createContext<ServerDialogs | null>(null)

export function useServerDialogs(): ServerDialogs {
  const dialogs = useContext(DialogsContext)
  if (dialogs === null) throw new Error('useServerDialogs needs a ServerDialogsProvider above it')
  return dialogs
}

export function ServerDialogsProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<Open | null>(null)
  const dialogs = useMemo<ServerDialogs>(() => {
    const show = (dialog: Open['dialog'], text: string) =>
      setOpen((last) => ({ dialog, text, number: (last?.number ?? 0) + 1 }))
    return {
      addServer: (commandLine = '') => show('add', commandLine),
      importServers: (text = '') => show('import', text),
    }
  }, [])
  const close = () => setOpen(null)
  return (
    <DialogsContext value={dialogs}>
      {children}
      <Suspense>
        {open?.dialog === 'add' && <AddServerDialog key={open.number} commandLine={open.text} onClose={close} />}
        {open?.dialog === 'import' && <ImportDialog key={open.number} initialText={open.text} onClose={close} />}
      </Suspense>
    </DialogsContext>
  )
}
