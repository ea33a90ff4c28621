/**
 * Parts of the page that are loaded at first use. React's `lazy` shows its fallback for 300 ms, however soon the part
 * is loaded, and keys typed meanwhile are lost. A part from here is rendered as soon as it is loaded.
 */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Opening } from '#renderer/ui/focus/Opening.tsx'

export interface OnDemandOptions {
  /** True: load the part while the page is idle, because a key opens it and typing follows at once. */
  readonly ahead?: boolean
  /** Shown until the part is loaded. */
  readonly meanwhile?: ReactNode
}

const ahead: (() => Promise<void>)[] = []

/** Loads the parts that keys open, so that they are ready before use. */
export function loadAhead(): void {
  // A part that cannot be loaded now is loaded at its use, which also shows a failure.
  for (const load of ahead) load().catch(() => {})
}

export function onDemand<P extends object>(
  bring: () => Promise<ComponentType<P>>,
  { ahead: isAhead = false, meanwhile = <Opening /> }: OnDemandOptions = {},
): (props: P) => ReactNode {
  let Part: ComponentType<P> | null = null
  let loading: Promise<void> | null = null
  const load = () =>
    (loading ??= bring().then(
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
    return Part === null ? meanwhile : <Part {...props} />
  }
}
