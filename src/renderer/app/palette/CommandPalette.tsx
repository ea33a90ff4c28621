import { Command } from 'cmdk'
import { Dialog } from 'radix-ui'
import { matchTitle } from '#renderer/app/palette/matchTitle.ts'
import { useCommands } from '#renderer/app/palette/useCommands.tsx'
import { Keys } from '#renderer/ui/controls/Keys.tsx'
import { Overlay } from '#renderer/ui/overlay/Overlay.tsx'

export interface CommandPaletteProps {
  onClose: () => void
  onHelp: () => void
}

export function CommandPalette({ onClose, onHelp }: CommandPaletteProps) {
  const commands = useCommands(onHelp)
  const groups = [...new Set(commands.map((command) => command.group))]
  return (
    <Overlay
      onClose={onClose}
      aria-describedby={undefined}
      className="fixed inset-x-3 top-[12vh] z-40 mx-auto max-w-xl animate-rise overflow-hidden rounded-xl bg-raised shadow-float outline-none"
    >
      <Dialog.Title className="sr-only">Commands</Dialog.Title>
      <Command label="Commands" loop filter={(_id, search, keywords) => matchTitle(keywords?.[0] ?? '', search)}>
        <Command.Input
          placeholder="What do you want to do?"
          className="h-12 w-full border-b border-line bg-transparent px-4 text-base outline-none"
        />
        <Command.List aria-label="Commands" className="max-h-[min(24rem,60vh)] overflow-y-auto p-1.5">
          <Command.Empty className="px-3 py-8 text-center text-sm text-muted">No results</Command.Empty>
          {groups.map((group) => (
            <Command.Group
              key={group}
              heading={group}
              className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted"
            >
              {commands
                .filter((command) => command.group === group)
                .map((command) => (
                  <Command.Item
                    key={command.id}
                    value={command.id}
                    keywords={[command.title]}
                    onSelect={() => {
                      onClose()
                      command.run()
                    }}
                    className="flex h-9 items-center gap-2.5 rounded-md px-2.5 text-sm data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
                  >
                    {command.icon}
                    <span className="flex-1 truncate">{command.title}</span>
                    {command.keys !== undefined && <Keys keys={command.keys} />}
                  </Command.Item>
                ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Overlay>
  )
}
