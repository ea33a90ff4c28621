/** Short messages at the lower edge. A toast has at most one action, usually Undo, and a link to details. */
import { X } from 'lucide-react'
import { Toast as Primitive } from 'radix-ui'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLayers } from '#renderer/ui/layers/useCloseOnBack.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'

export interface ToastContent {
  title: string
  detail?: string
  action?: { label: string; run: () => void }
  more?: { label: string; run: () => void }
}

/** Shows a toast. Returns a function that closes it, for when it no longer applies. */
export type ShowToast = (toast: ToastContent) => () => void

interface NumberedToast extends ToastContent {
  readonly number: number
}

const ToastContext = createContext<{ show: ShowToast } | null>(null)

export function useToasts() {
  const toasts = useContext(ToastContext)
  if (toasts === null) throw new Error('useToasts needs a ToastProvider above it')
  return toasts
}

const shownAtOnce = 3
const plainMs = 5000
const withActionMs = 10_000
/** How long a toast stays after the pointer or the focus has left it. */
const afterHoverMs = 1000

/**
 * A toast's own timer. Radix stops its timers while the window is in the background, and when the element under the
 * pointer disappears. A toast would then stay until it is dismissed.
 */
function useTime(durationMs: number, onOver: () => void) {
  const shown = useRef<HTMLLIElement>(null)
  const over = useEffectEvent(onOver)
  useEffect(() => {
    const look = () => {
      if (document.hasFocus() && shown.current?.matches(':hover, :focus-within') === true)
        timer = setTimeout(look, afterHoverMs)
      else over()
    }
    let timer = setTimeout(look, durationMs)
    return () => clearTimeout(timer)
  }, [durationMs])
  return shown
}

function ShownToast({ toast, onClose }: { toast: ToastContent; onClose: () => void }) {
  const layers = useLayers()
  const shown = useTime(toast.action === undefined ? plainMs : withActionMs, onClose)
  return (
    <Primitive.Root
      ref={shown}
      duration={Number.POSITIVE_INFINITY}
      onOpenChange={(open) => !open && onClose()}
      // Radix does not notice that a dialog is on top again after the one over it closed, and would dismiss the toast.
      onEscapeKeyDown={(event) => {
        const isHere = shown.current?.contains(document.activeElement) === true
        if (!isHere && layers?.closeTop() === true) event.preventDefault()
      }}
      className="flex animate-rise items-center gap-2 rounded-lg bg-raised py-2 pr-2 pl-3.5 shadow-float"
    >
      <div className="min-w-0 flex-1">
        <Primitive.Title className="text-sm font-medium break-words">{toast.title}</Primitive.Title>
        {toast.detail !== undefined && (
          <Primitive.Description className="line-clamp-4 text-sm break-words text-muted">
            {toast.detail}
          </Primitive.Description>
        )}
      </div>
      {toast.action !== undefined && (
        <Primitive.Action asChild altText={toast.action.label}>
          <Button size="small" onClick={toast.action.run}>
            {toast.action.label}
          </Button>
        </Primitive.Action>
      )}
      {toast.more !== undefined && (
        <Primitive.Action asChild altText={toast.more.label}>
          <Button size="small" look="quiet" onClick={toast.more.run}>
            {toast.more.label}
          </Button>
        </Primitive.Action>
      )}
      <Primitive.Close
        aria-label="Dismiss"
        className="inline-flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
      >
        <X className="size-4" aria-hidden="true" />
      </Primitive.Close>
    </Primitive.Root>
  )
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly NumberedToast[]>([])
  const last = useRef(0)
  const close = useCallback((number: number) => {
    setToasts((shown) => shown.filter((toast) => toast.number !== number))
  }, [])
  const show = useCallback<ShowToast>(
    (toast) => {
      const number = ++last.current
      setToasts((shown) => [...shown, { ...toast, number }].slice(-shownAtOnce))
      return () => close(number)
    },
    [close],
  )
  const value = useMemo(() => ({ show }), [show])
  return (
    <ToastContext value={value}>
      <Primitive.Provider swipeDirection="down">
        {children}
        {toasts.map((toast) => (
          <ShownToast key={toast.number} toast={toast} onClose={() => close(toast.number)} />
        ))}
        <Primitive.Viewport
          label="Notifications ({hotkey})"
          data-focus-layer=""
          className="fixed right-4 bottom-[calc(1rem+var(--foot))] z-50 flex w-[min(26rem,calc(100vw-2rem))] flex-col gap-2 outline-none"
        />
      </Primitive.Provider>
    </ToastContext>
  )
}
