/**
 * The history of the page, in which an open dialog is a step of its own: Back closes it, and the page under it stays.
 * The steps follow the dialogs: closed in another way, its step is taken back; a page that is opened from it takes its place.
 */
import { createHashHistory, type HistoryLocation, type RouterHistory } from '@tanstack/react-router'

export interface Layers {
  /** `close` is called when Back leaves it. Returns what to call when it is closed, however that came about. */
  open(close: () => void): () => void
}

interface LayerState {
  /** How many dialogs lie over the page at this step. */
  readonly layers?: number
}

const depthOf = ({ state }: HistoryLocation): number => (state as LayerState).layers ?? 0

export function createLayerHistory(): { readonly history: RouterHistory; readonly layers: Layers } {
  const history = createHashHistory()
  const { push, replace } = history
  const open: (() => void)[] = []
  /** Steps are being taken back, which the browser does in its own time. Null: they are not. */
  let waiting: (() => void)[] | null = null
  let planned = false

  const settle = () => {
    planned = false
    if (waiting !== null) return
    const surplus = depthOf(history.location) - open.length
    if (surplus > 0) {
      waiting = []
      window.history.go(-surplus)
    }
    for (let depth = open.length + surplus + 1; depth <= open.length; depth += 1) {
      const state: LayerState = { layers: depth }
      push(history.location.href, state)
    }
  }
  /** When all that opens and closes at once has done so. */
  const plan = () => {
    if (planned) return
    planned = true
    setTimeout(settle)
  }
  const whenArrived = (act: () => void) => {
    if (waiting === null) act()
    else waiting.push(act)
  }

  history.subscribe(({ location, action: { type } }) => {
    if (type === 'PUSH' || type === 'REPLACE') return
    if (waiting === null) for (const close of open.slice(depthOf(location)).toReversed()) close()
    const acts = waiting ?? []
    waiting = null
    for (const act of acts) act()
    plan()
  })
  history.push = (...step) =>
    whenArrived(() => {
      if (depthOf(history.location) > 0) replace(...step)
      else push(...step)
      plan()
    })
  history.replace = (...step) =>
    whenArrived(() => {
      replace(...step)
      plan()
    })
  plan()
  return {
    history,
    layers: {
      open(close) {
        open.push(close)
        plan()
        return () => {
          open.splice(open.indexOf(close), 1)
          plan()
        }
      },
    },
  }
}
