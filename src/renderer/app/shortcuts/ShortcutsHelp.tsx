import { shortcuts } from '#renderer/app/shortcuts/shortcuts.ts'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'
import { Keys } from '#renderer/ui/controls/Keys.tsx'
import { Switch } from '#renderer/ui/controls/Switch.tsx'

/** Keys that work in one part of a page. */
const local = [
  { keys: '↓', does: 'Go from the search box to the list; ↑ goes back' },
  { keys: '↑+↓', does: 'Move through a list; also Home, End, Page Up, Page Down' },
  { keys: 'A+…+Z', does: 'On a row reached by arrow keys: go to the next row that starts with what you type' },
  { keys: 'Shift+↑+↓', does: 'Select several tools; Shift+click works too' },
  { keys: 'Space', does: 'Select or deselect the tool' },
  { keys: 'Mod+A', does: 'Select all tools in the list' },
  { keys: 'Mod+Enter', does: 'Run the tool while editing its arguments' },
  { keys: 'Enter', does: 'Send the message' },
  { keys: 'Shift+Enter', does: 'Start a new line in the message' },
  { keys: 'Esc', does: 'Close what is open, or stop the response' },
  { keys: 'F8', does: 'Go to the notifications' },
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
        <Switch label="Single-key shortcuts" checked={singleKeys} onCheckedChange={onSingleKeys} />
        <p className="text-muted">
          Single-key shortcuts. In the chat they are off: what you type there goes into the message. On a list row that
          you reached by arrow keys, letters find other rows instead. Turn the shortcuts off if you use voice control.
        </p>
      </div>
    </Dialog>
  )
}
