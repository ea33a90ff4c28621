/** The server dialogs, which open over any page. Each is loaded at first use. */
import { type ReactNode, useMemo, useState } from 'react'
import type { RepairOf } from '#contract/servers/repair'
import type { ServerSnapshot } from '#contract/servers/server'
import { type EditPart, type ServerDialogs, ServerDialogsContext } from '#renderer/model/servers/serverDialogs.ts'
import { useLeave } from '#renderer/ui/layers/useLeave.ts'
import { onDemand } from '#renderer/ui/page/onDemand.tsx'

const AddServerDialog = onDemand(
  () => import('#renderer/features/servers/add/AddServerDialog.tsx').then((module) => module.AddServerDialog),
  { ahead: true },
)
const ImportDialog = onDemand(
  () => import('#renderer/features/servers/add/ImportDialog.tsx').then((module) => module.ImportDialog),
  { ahead: true },
)

const EditServerDialog = onDemand(() =>
  import('#renderer/features/servers/edit/EditServerDialog.tsx').then((module) => module.EditServerDialog),
)
const ValueDialog = onDemand(() =>
  import('#renderer/features/servers/repair/ValueDialog.tsx').then((module) => module.ValueDialog),
)
const InstallDialog = onDemand(() =>
  import('#renderer/features/servers/repair/InstallDialog.tsx').then((module) => module.InstallDialog),
)
const DoctorSheet = onDemand(() =>
  import('#renderer/features/doctor/DoctorSheet.tsx').then((module) => module.DoctorSheet),
)

const IsolateDialog = onDemand(() =>
  import('#renderer/features/hosting/package/IsolateDialog.tsx').then((module) => module.IsolateDialog),
)

type Wanted =
  | { readonly dialog: 'add' | 'import'; readonly text: string }
  | { readonly dialog: 'doctor' | 'isolate'; readonly server: ServerSnapshot }
  | { readonly dialog: 'edit'; readonly server: ServerSnapshot; readonly part: EditPart | null }
  | {
      readonly dialog: 'value'
      readonly server: ServerSnapshot
      readonly repair: RepairOf<'setVariable' | 'setSecret'>
    }
  | { readonly dialog: 'install'; readonly server: ServerSnapshot; readonly repair: RepairOf<'install'> }
type Open = Wanted & { readonly number: number }

export function ServerDialogsProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<Open | null>(null)
  const leave = useLeave()
  const dialogs = useMemo<ServerDialogs>(() => {
    const replace = (wanted: Wanted) => setOpen((last) => ({ ...wanted, number: (last?.number ?? 0) + 1 }))
    const show = (wanted: Wanted) => leave(() => replace(wanted))
    return {
      addServer: (commandLine = '') => show({ dialog: 'add', text: commandLine }),
      importServers: (text = '') => {
        // If text is given, the import continues from a dialog into which the text was pasted.
        if (text === '') show({ dialog: 'import', text })
        else replace({ dialog: 'import', text })
      },
      examine: (server) => show({ dialog: 'doctor', server }),
      editServer: (server, part) => show({ dialog: 'edit', server, part: part ?? null }),
      setValue: (server, repair) => show({ dialog: 'value', server, repair }),
      install: (server, repair) => show({ dialog: 'install', server, repair }),
      isolate: (server) => show({ dialog: 'isolate', server }),
    }
  }, [leave])
  const close = () => setOpen(null)
  return (
    <ServerDialogsContext value={dialogs}>
      {children}
      {open?.dialog === 'add' && <AddServerDialog key={open.number} commandLine={open.text} onClose={close} />}
      {open?.dialog === 'import' && <ImportDialog key={open.number} initialText={open.text} onClose={close} />}
      {open?.dialog === 'edit' && (
        <EditServerDialog key={open.number} server={open.server} part={open.part} onClose={close} />
      )}
      {open?.dialog === 'value' && (
        <ValueDialog key={open.number} server={open.server} repair={open.repair} onClose={close} />
      )}
      {open?.dialog === 'install' && (
        <InstallDialog key={open.number} server={open.server} repair={open.repair} onClose={close} />
      )}
      {open?.dialog === 'isolate' && <IsolateDialog key={open.number} server={open.server} onClose={close} />}
      {open?.dialog === 'doctor' && <DoctorSheet key={open.number} server={open.server} onClose={close} />}
    </ServerDialogsContext>
  )
}
