/**
 * The browser history of the page, in which each open dialog is a step. Back closes the dialog, and the page under it
 * stays. If a dialog closes in another way, its step is taken back. A page opened from a dialog replaces the dialog's
 * step.
 */
import { createHashHistory, type HistoryLocation, type RouterHistory } from '@tanstack/react-router'
import { createLeaving, type Leaving } from '#renderer/ui/layers/leaving.ts'

export interface Layers extends Leaving {
  /**
   * Registers a layer. `close` is called when Back closes the layer. Returns a function to call once the layer is
   * closed, for whatever reason.
   */
  open(close: () => void): () => void
  /** Closes the topmost layer. Returns whether there was one. */
  closeTop(): boolean
}

interface LayerState {
  /** How many dialogs are open over the page at this step. */
  readonly layers?: number
}

/** Steps that are being taken back, which the browser does asynchronously. */
interface TakingBack {
  /** Where the browser will arrive: the address of the page under the dialogs. */
  readonly href: string
  /** The number of dialogs at the step where the browser will arrive. */
  readonly depth: number
  /** Functions to call once the browser has arrived at `href`. */
  readonly acts: (() => void)[]
}

/** How long to wait for the arrival if the address changed meanwhile. Browsers may then cancel the step back. */
const maxDetourMs = 500

const depthOf = ({ state }: HistoryLocation): number => (state as LayerState).layers ?? 0

export function createLayerHistory(): { readonly history: RouterHistory; readonly layers: Layers } {
  const history = createHashHistory()
  const { push, replace } = history
  const open: (() => void)[] = []
  const leaving = createLeaving()
  let takingBack: TakingBack | null = null
  let planned = false

  const settle = () => {
    planned = false
    if (takingBack !== null) return
    const surplus = depthOf(history.location) - open.length
    if (surplus > 0) {
      takingBack = { href: history.location.href, depth: open.length, acts: [] }
      window.history.go(-surplus)
    }
    for (let depth = open.length + surplus + 1; depth <= open.length; depth += 1) {
      const state: LayerState = { layers: depth }
      push(history.location.href, state)
      // The router's history makes one step of all pushes of a task.
      history.flush()
    }
  }
  /** Plans one update to the history for all layers that open and close at the same time. */
  const plan = () => {
    if (planned) return
    planned = true
    setTimeout(settle)
  }
  const whenArrived = (act: () => void) => {
    if (takingBack === null) act()
    else takingBack.acts.push(act)
  }

  const arrive = () => {
    const acts = takingBack?.acts ?? []
    takingBack = null
    for (const act of acts) act()
  }

  history.subscribe(({ location, action: { type } }) => {
    if (type === 'PUSH' || type === 'REPLACE') return
    if (takingBack !== null && location.href !== takingBack.href) {
      // The address changed while the dialogs were closing. The browser will still go back to the page below them, so
      // the change is made after the arrival.
      const { href } = location
      const detour = takingBack
      detour.acts.push(() => href !== history.location.href && push(href))
      setTimeout(() => takingBack === detour && arrive(), maxDetourMs)
      return
    }
    // If Back is pressed while steps are being taken back, the browser makes both moves as one longer move.
    const expected = takingBack?.depth ?? open.length
    for (const close of open.slice(depthOf(location), expected).toReversed()) close()
    arrive()
    plan()
  })
  /**
   * Runs `act`, which changes the address. A different address closes the page's dialogs, so edited forms are asked
   * first.
   */
  const whenFree = (href: string, act: () => void) => {
    if (href === history.location.href) whenArrived(act)
    else leaving.leave(() => whenArrived(act))
  }
  history.push = (...step) =>
    whenFree(step[0], () => {
      if (depthOf(history.location) > 0) replace(...step)
      else push(...step)
      plan()
    })
  history.replace = (...step) =>
    whenFree(step[0], () => {
      replace(...step)
      plan()
    })
  plan()
  return {
    history,
    layers: {
      ...leaving,
      open(close) {
        open.push(close)
        plan()
        return () => {
          open.splice(open.indexOf(close), 1)
          plan()
        }
      },
      closeTop() {
        const close = open.at(-1)
        close?.()
        return close !== undefined
      },
    },
  }
}
