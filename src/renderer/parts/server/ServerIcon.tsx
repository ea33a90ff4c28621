import type { ServerSnapshot } from '#contract/servers/server'
import { initialOf, serverPicture } from '#renderer/model/servers/serverPicture.ts'

const look = 'size-8 shrink-0 rounded-md border border-line'

/** The server's own icon, or its initial. The server's name is beside it. */
export function ServerIcon({ server: { icon, name } }: { server: Pick<ServerSnapshot, 'icon' | 'name'> }) {
  const picture = serverPicture(icon)
  if (picture !== null) return <img src={picture.source} alt="" className={`${look} bg-canvas object-contain p-0.5`} />
  return (
    <span
      aria-hidden="true"
      className={`${look} inline-flex items-center justify-center bg-canvas text-sm font-medium text-muted select-none`}
    >
      {initialOf(name)}
    </span>
  )
}
