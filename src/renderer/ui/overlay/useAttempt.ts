import { useCallback } from 'react'
import { messageOf } from '#contract/errors'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** Runs `act`, and shows a message if it fails. Resolves with whether it succeeded. */
export type Attempt = (failure: string, act: () => Promise<unknown>) => Promise<boolean>

/** The function stays the same between renders, so that values made with it can be memoized. */
export function useAttempt(): Attempt {
  const { show } = useToasts()
  return useCallback(
    async (failure, act) => {
      try {
        await act()
        return true
      } catch (thrown) {
        show({ title: failure, detail: visibleText(messageOf(thrown)) })
        return false
      }
    },
    [show],
  )
}
