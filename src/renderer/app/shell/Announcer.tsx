import { useEffect, useRef, useState } from 'react'
import type { ServerSnapshot } from '#contract/servers/server'
import { announcements } from '#renderer/model/servers/serverNews.ts'
import { useServers } from '#renderer/model/servers/useServers.ts'

/** Announces changes in servers to screen readers, on every page. */
export function Announcer() {
  const { data: servers } = useServers()
  const before = useRef<readonly ServerSnapshot[]>([])
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (servers === undefined) return
    const sentences = announcements(before.current, servers)
    before.current = servers
    if (sentences.length > 0) setSaid(sentences.join(' '))
  }, [servers])
  return (
    <div aria-live="polite" className="sr-only" data-announcer="">
      {said}
    </div>
  )
}
