/** Opens the server dialogs from any page. The app's frame provides them. */
import { createContext, useContext } from 'react'
import type { ServerSnapshot } from '#contract/servers/server'

/** The part of the settings that opens first. */
export type EditPart = 'signIn' | 'clientId'

export interface ServerDialogs {
  addServer(commandLine?: string): void
  importServers(text?: string): void
  /** Finds out why a server does not work. */
  examine(server: ServerSnapshot): void
  /** `part`: this part of the settings is open. */
  editServer(server: ServerSnapshot, part?: EditPart): void
  /** Moves a server that runs a package into a container. */
  isolate(server: ServerSnapshot): void
}

export const ServerDialogsContext = createContext<ServerDialogs | null>(null)

export function useServerDialogs(): ServerDialogs {
  const dialogs = useContext(ServerDialogsContext)
  if (dialogs === null) throw new Error('useServerDialogs needs the dialogs of the frame above it')
  return dialogs
}
