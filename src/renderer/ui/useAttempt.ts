import { messageOf } from '#contract/errors'
import { useToasts } from '#renderer/ui/Toasts.tsx'
import { visibleText } from '#renderer/ui/visibleText.ts'

/** Does something of which a person has to hear when it fails; says whether it was done. */
export function useAttempt() {
  const { show } = useToasts()
  return async (failure: string, act: () => Promise<unknown>): Promise<boolean> => {
    try {
      await act()
      return true
    } catch (thrown) {
      show({ title: failure, detail: visibleText(messageOf(thrown)) })
      return false
    }
  }
}
