import { shortcuts } from '#renderer/app/shortcuts/shortcuts.ts'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'
import { Keys } from '#renderer/ui/controls/Keys.tsx'
import { Switch } from '#renderer/ui/controls/Switch.tsx'

/** Keys that belong to a place rather than to the whole page. */
const local = [
  { keys: '↑+↓', does: 'Walk along the list of servers' },
  { keys: 'Mod+Enter', does: 'Run the tool whose arguments are being written' },
  { keys: 'Enter', does: 'Send the message that is being written' },
  { keys: 'Shift+Enter', does: 'Begin a new line in it' },
  { keys: 'Esc', does: 'Close what is open, or stop the answer' },
  { keys: 'F8', does: 'Go to the messages' },
]

export interface ShortcutsHelpProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  singleKeys: boolean
  onSingleKeys: (on: boolean) => void
}

export function ShortcutsHelp({ open, onOpenChange, singleKeys, onSingleKeys }: ShortcutsHelpProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      <dl className="divide-y divide-line text-sm">
        {[...Object.values(shortcuts), ...local].map(({ keys, does }) => (
          <div key={keys} className="flex items-center justify-between gap-4 py-1.5">
            <dt>{does}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex items-center gap-3 text-sm">
        <Switch label="Single keys act" checked={singleKeys} onCheckedChange={onSingleKeys} />
        <p className="text-muted">
          Single keys act. In the chat they do not: what you type there goes into the message. Switch this off if you
          speak to your computer.
        </p>
      </div>
    </Dialog>
  )
}
