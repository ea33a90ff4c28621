/** Opens a conversation without messages: an existing one, or a new one. */
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { messageOf } from '#contract/errors'
import { useEngine } from '#renderer/client/engine.ts'
import { emptyConversation } from '#renderer/features/chat/start/openEmpty.ts'
import { useProjectInUse } from '#renderer/model/projects/projectInUse.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const ownPath = /^\/chat\/?$/

function Opening({ onAgain }: { onAgain: () => void }) {
  const { api } = useEngine()
  const router = useRouter()
  // If a person returns here before another page was rendered, this component stays mounted. The new location asks for
  // a conversation again.
  const location = useLocation()
  const [failure, setFailure] = useState<string | null>(null)
  const projectId = useProjectInUse()
  useEffect(() => {
    if (projectId === null || !ownPath.test(location.pathname)) return
    let current = true
    void (async () => {
      try {
        const id = await emptyConversation(api, projectId)
        // After a person follows a link, this page stays until the next page is rendered. It must not navigate back.
        const isStaying = ownPath.test(router.latestLocation.pathname)
        if (current && isStaying) await router.navigate({ to: '/chat/$id', params: { id }, replace: true })
      } catch (thrown) {
        if (current) setFailure(messageOf(thrown))
      }
    })()
    return () => {
      current = false
    }
  }, [api, router, projectId, location])
  if (failure === null)
    return <div role="status" aria-busy="true" aria-label="Opening conversation" className="h-full bg-surface" />
  return (
    <div className="h-full bg-surface p-6">
      <Notice tone="bad" className="max-w-xl">
        <p>Could not open a conversation: {visibleText(failure)}</p>
        <Button size="small" className="mt-2" onClick={onAgain}>
          Try again
        </Button>
      </Notice>
    </div>
  )
}

export function NewConversation() {
  const [attempt, setAttempt] = useState(0)
  return <Opening key={attempt} onAgain={() => setAttempt(attempt + 1)} />
}
