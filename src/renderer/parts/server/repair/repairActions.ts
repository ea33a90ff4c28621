/** The button for each repair: its title, and what it does. Pure. */
import type { Repair, RepairKind, RepairOf } from '#contract/servers/repair'
import type { ServerSnapshot } from '#contract/servers/server'
import { hasProcess } from '#contract/servers/transports'
import type { EditPart } from '#renderer/model/servers/serverDialogs.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** The actions that the buttons call. */
export interface RepairDeeds {
  edit(part: EditPart): void
  setValue(repair: RepairOf<'setVariable' | 'setSecret'>): void
  install(repair: RepairOf<'install'>): void
  signIn(): void
  openHosted(): void
  restart(): void
  examine(): void
}

export interface RepairAction {
  readonly kind: RepairKind
  readonly title: string
  readonly run: () => void
}

interface Button<K extends RepairKind> {
  readonly title: (repair: RepairOf<K>, server: Pick<ServerSnapshot, 'launch'>) => string
  readonly run: (deeds: RepairDeeds, repair: RepairOf<K>) => void
  /** Whether the repair changes settings of the server. If the settings are in a file, that is not possible here. */
  readonly changesSettings?: true
}

const buttons: { readonly [K in RepairKind]: Button<K> } = {
  editCommand: {
    title: (_repair, { launch }) => (hasProcess(launch) ? 'Edit command' : 'Edit address'),
    run: (deeds, { program }) => deeds.edit({ at: 'command', program }),
    changesSettings: true,
  },
  editFolder: {
    title: () => 'Edit folder',
    run: (deeds) => deeds.edit({ at: 'folder' }),
    changesSettings: true,
  },
  setVariable: {
    title: ({ variable }) => `Set ${visibleText(variable)}`,
    run: (deeds, repair) => deeds.setValue(repair),
    changesSettings: true,
  },
  setSecret: {
    title: ({ secret }) => `Set ${visibleText(secret)}`,
    run: (deeds, repair) => deeds.setValue(repair),
  },
  replaceKey: {
    title: () => 'Replace key',
    run: (deeds) => deeds.edit({ at: 'value' }),
    changesSettings: true,
  },
  replaceHeader: {
    title: () => 'Replace header',
    run: (deeds, { header, scheme }) => deeds.edit({ at: 'value', name: header, scheme }),
    changesSettings: true,
  },
  addHeader: {
    title: () => 'Add header',
    run: (deeds, { header, scheme }) => deeds.edit({ at: 'value', name: header, scheme }),
    changesSettings: true,
  },
  signIn: { title: () => 'Sign in…', run: (deeds) => deeds.signIn() },
  install: {
    title: ({ title }) => `Install ${visibleText(title)}`,
    run: (deeds, repair) => deeds.install(repair),
  },
  editHosted: { title: () => 'Open in Hosting', run: (deeds) => deeds.openHosted() },
  tryAgain: { title: () => 'Try again', run: (deeds) => deeds.restart() },
  diagnose: { title: () => 'Diagnose', run: (deeds) => deeds.examine() },
}

export function changesSettings({ kind }: Repair): boolean {
  return buttons[kind].changesSettings === true
}

/** The buttons, in the given order. `isOfFile`: the settings of the server can only be changed in its file. */
export function repairActions(
  repairs: readonly Repair[],
  server: Pick<ServerSnapshot, 'launch'>,
  isOfFile: boolean,
  deeds: RepairDeeds,
): RepairAction[] {
  return repairs
    .filter((repair) => !(isOfFile && changesSettings(repair)))
    .map((repair) => {
      // TypeScript cannot see that `buttons[repair.kind]` takes a repair of that kind.
      const button = buttons[repair.kind] as Button<RepairKind>
      return { kind: repair.kind, title: button.title(repair, server), run: () => button.run(deeds, repair) }
    })
}

const general: readonly Repair[] = [{ kind: 'tryAgain' }, { kind: 'diagnose' }]

/** The repairs without those that help with any failure, for places that already offer the general ones. */
export function withoutGeneral(repairs: readonly Repair[]): Repair[] {
  return repairs.filter(({ kind }) => general.every((one) => one.kind !== kind))
}

/** Adds the repairs that help with any failure, after the specific ones. */
export function withGeneral(repairs: readonly Repair[]): Repair[] {
  return [...withoutGeneral(repairs), ...general]
}
