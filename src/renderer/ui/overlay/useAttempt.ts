import { useCallback } from 'react'
import { messageOf } from '#contract/errors'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** Does something of which a person has to hear when it fails; says whether it was done. */
export type Attempt = (failure: string, act: () => Promise<unknown>) => Promise<boolean>

/** The same one each time, so that what is made with it can be kept. */
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
