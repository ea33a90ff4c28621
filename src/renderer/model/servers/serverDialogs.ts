/** Opens the server dialogs from any page. The app's frame provides them. */
import { createContext, useContext } from 'react'
import type { RepairOf } from '#contract/servers/repair'
import type { ServerSnapshot } from '#contract/servers/server'

/** Where a person starts who came for one part of the settings. */
export type EditPart =
  | { readonly at: 'signIn' | 'clientId' | 'folder' }
  /** `program`: takes the place of the program in its command line, until the person decides otherwise. */
  | { readonly at: 'command'; readonly program?: string | undefined }
  /** The value of a variable or header. Without a name: the one that looks most like a key, or a new one. */
  | { readonly at: 'value'; readonly name?: string | undefined; readonly scheme?: string | undefined }

export interface ServerDialogs {
  addServer(commandLine?: string): void
  importServers(text?: string): void
  /** Finds out why a server does not work. */
  examine(server: ServerSnapshot): void
  /** `part`: this part of the settings is open. */
  editServer(server: ServerSnapshot, part?: EditPart): void
  /** Sets the one value that it lacks. */
  setValue(server: ServerSnapshot, repair: RepairOf<'setVariable' | 'setSecret'>): void
  /** Says how to install what it lacks. Nothing is run. */
  install(server: ServerSnapshot, repair: RepairOf<'install'>): void
  /** Moves one that runs a package into a container. */
  isolate(server: ServerSnapshot): void
}

export const ServerDialogsContext = createContext<ServerDialogs | null>(null)

export function useServerDialogs(): ServerDialogs {
  const dialogs = useContext(ServerDialogsContext)
  if (dialogs === null) throw new Error('useServerDialogs needs the dialogs of the frame above it')
  return dialogs
}
