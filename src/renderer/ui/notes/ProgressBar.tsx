import { clsx } from 'clsx'

/** `share`: the progress from zero to one; null: unknown. */
export function ProgressBar({ label, share }: { label: string; share: number | null }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(share !== null && { 'aria-valuenow': Math.round(share * 100) })}
      className="h-1 overflow-hidden rounded-full bg-line"
    >
      <div
        className={clsx('h-full rounded-full bg-accent-solid transition-[width]', share === null && 'animate-breathe')}
        style={{ width: share === null ? '100%' : `${share * 100}%` }}
      />
    </div>
  )
}
