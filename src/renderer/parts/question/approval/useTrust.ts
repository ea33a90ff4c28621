import { useEngine } from '#renderer/client/engine.ts'
import { useQuestions } from '#renderer/model/questions/useQuestions.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'

/** Marks a server as trusted, so that its claims about its tools are believed. Resolves with whether that succeeded. */
export function useTrust(slug: string): () => Promise<boolean> {
  const { api } = useEngine()
  const { say } = useQuestions()
  const attempt = useAttempt()
  const set = (trusted: boolean) => api.servers.update({ slug, trusted })
  return async () => {
    const isTrusted = await attempt(`Could not trust ${slug}`, () => set(true))
    const undo = () => void attempt('Could not undo this', () => set(false))
    if (isTrusted) say({ title: `${slug} is trusted`, action: { label: 'Undo', run: undo } })
    return isTrusted
  }
}
