/** Opens the server dialogs from any page. The app's frame provides them. */
import { createContext, useContext } from 'react'
import type { RepairOf } from '#contract/servers/repair'
import type { ServerSnapshot } from '#contract/servers/server'

/** The part of the settings at which the dialog opens. */
export type EditPart =
  | { readonly at: 'signIn' | 'clientId' | 'folder' }
  /** `program`: a suggestion that replaces the program in the command line. The person decides whether to save it. */
  | { readonly at: 'command'; readonly program?: string | undefined }
  /**
   * The value of a variable or header. Without a name: the row whose name looks like a key's, otherwise the first row,
   * or a new one.
   */
  | { readonly at: 'value'; readonly name?: string | undefined; readonly scheme?: string | undefined }

export interface ServerDialogs {
  addServer(commandLine?: string): void
  importServers(text?: string): void
  /** Finds out why a server does not work. */
  examine(server: ServerSnapshot): void
  /** `part`: the part of the settings that is shown first. */
  editServer(server: ServerSnapshot, part?: EditPart): void
  /** Asks for the one value that the server lacks. */
  setValue(server: ServerSnapshot, repair: RepairOf<'setVariable' | 'setSecret'>): void
  /** Shows how to install a missing program. Nothing is run. */
  install(server: ServerSnapshot, repair: RepairOf<'install'>): void
  /** Moves a server that runs a package into a container. */
  isolate(server: ServerSnapshot): void
}

export const ServerDialogsContext = createContext<ServerDialogs | null>(null)

export function useServerDialogs(): ServerDialogs {
  const dialogs = useContext(ServerDialogsContext)
  if (dialogs === null) throw new Error('useServerDialogs needs the dialogs of the frame above it')
  return dialogs
}
