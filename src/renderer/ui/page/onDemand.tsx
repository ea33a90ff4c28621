/**
 * Parts of the page that are loaded at first use. React's `lazy` shows its fallback for 300 ms, even if the part loads
 * sooner. A part from here is rendered as soon as it is loaded, and a layer gets the letters typed meanwhile.
 */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Opening } from '#renderer/ui/focus/Opening.tsx'
import { keepTyped } from '#renderer/ui/focus/typedAhead.ts'
import { loadPart } from '#renderer/ui/page/loadPart.ts'

export interface OnDemandOptions {
  /** True: the part is loaded while the page is idle, because a key opens it and typing follows immediately. */
  readonly ahead?: boolean
  /** Shown until the part is loaded. Without it, the part is a layer over the page. */
  readonly meanwhile?: ReactNode
}

const ahead: (() => Promise<void>)[] = []

/** Loads the parts that keys open, so that they are ready before use. */
export function loadAhead(): void {
  // A part that cannot be loaded now is loaded at its first use, where a failure is shown.
  for (const load of ahead) load().catch(() => {})
}

export function onDemand<P extends object>(
  bring: () => Promise<ComponentType<P>>,
  { ahead: isAhead = false, meanwhile }: OnDemandOptions = {},
): (props: P) => ReactNode {
  let Part: ComponentType<P> | null = null
  let loading: Promise<void> | null = null
  const load = () =>
    (loading ??= loadPart(bring).then(
      (brought) => {
        Part = brought
      },
      (error: unknown) => {
        // The next use tries again.
        loading = null
        throw error
      },
    ))
  if (isAhead) ahead.push(load)

  return function OnDemand(props) {
    const [, setArrived] = useState(false)
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null)
    const isMissing = Part === null
    // Keeps typed letters until the layer has the focus, a moment after it is loaded.
    useEffect(() => (meanwhile === undefined && Part === null ? keepTyped() : undefined), [])
    useEffect(() => {
      if (!isMissing) return
      let isMounted = true
      load().then(
        () => isMounted && setArrived(true),
        (error: unknown) => isMounted && setFailure({ error }),
      )
      return () => {
        isMounted = false
      }
    }, [isMissing])
    if (failure !== null) throw failure.error
    if (Part !== null) return <Part {...props} />
    return meanwhile === undefined ? <Opening /> : meanwhile
  }
}
