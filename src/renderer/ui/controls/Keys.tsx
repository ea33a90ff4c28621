import { clsx } from 'clsx'

const mac = navigator.platform.startsWith('Mac')

/** The keys of a shortcut such as `Mod+K`, as this machine names them. */
function keyNames(keys: string): string[] {
  return keys.split('+').map((key) => (key === 'Mod' ? (mac ? '⌘' : 'Ctrl') : key))
}

export function Keys({ keys, inverted = false }: { keys: string; inverted?: boolean }) {
  return (
    <span className="inline-flex gap-0.5">
      {keyNames(keys).map((name) => (
        <kbd
          key={name}
          className={clsx(
            'inline-flex h-4.5 min-w-4.5 items-center justify-center rounded border px-1 font-sans text-xs',
            inverted ? 'border-current' : 'border-line-strong bg-surface text-muted',
          )}
        >
          {name}
        </kbd>
      ))}
    </span>
  )
}
