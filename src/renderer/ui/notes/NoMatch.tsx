import { Button } from '#renderer/ui/controls/Button.tsx'

/** Shown in place of a list if no item matches the search and filters. */
export function NoMatch({ children, onClear }: { children: string; onClear: () => void }) {
  return (
    <div className="flex flex-col items-center gap-3 p-10 text-sm text-muted">
      <p>{children}</p>
      <Button size="small" onClick={onClear}>
        Show all
      </Button>
    </div>
  )
}
