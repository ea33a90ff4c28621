import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createGuard, type Guard } from '#renderer/parts/question/card/guard.ts'
import { Button, type ButtonProps } from '#renderer/ui/controls/Button.tsx'

export const pageClock = {
  after(delayMs: number, run: () => void) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

const GuardContext = createContext<Guard | null>(null)

export interface GuardProviderProps {
  /** The element that may move. */
  card: RefObject<HTMLElement | null>
  /** Changes whenever the content around the card has changed. */
  surroundings: unknown
  children: ReactNode
}

/**
 * Blocks the answer buttons inside for a moment: after they appear, after the card changes its height, and after the
 * window was in the background.
 */
export function GuardProvider({ card, surroundings, children }: GuardProviderProps) {
  const [guard] = useState(() => createGuard(pageClock))
  const before = useRef(surroundings)
  useEffect(() => {
    if (before.current === surroundings) return
    before.current = surroundings
    guard.disturb()
  }, [guard, surroundings])
  useEffect(() => {
    const element = card.current
    if (element === null) return
    let height = element.offsetHeight
    const observer = new ResizeObserver(() => {
      if (element.offsetHeight === height) return
      height = element.offsetHeight
      guard.disturb()
    })
    observer.observe(element)
    window.addEventListener('focus', guard.disturb)
    return () => {
      observer.disconnect()
      window.removeEventListener('focus', guard.disturb)
    }
  }, [guard, card])
  return <GuardContext value={guard}>{children}</GuardContext>
}

/** A button that answers a question. */
export function AnswerButton({ onClick, disabled = false, ...rest }: ButtonProps & { onClick: () => void }) {
  const guard = useContext(GuardContext)
  if (guard === null) throw new Error('AnswerButton needs a GuardProvider above it')
  const armed = useSyncExternalStore(guard.subscribe, guard.isArmed)
  return (
    <Button
      {...rest}
      disabled={disabled}
      aria-disabled={!armed || disabled}
      onClick={() => {
        if (guard.isArmed()) onClick()
      }}
      // A key that was already held down before is not an answer.
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault()
      }}
    />
  )
}
