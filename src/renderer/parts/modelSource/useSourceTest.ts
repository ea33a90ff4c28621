/** Tests a model provider, one test at a time. The person can cancel the test. */
import { useEffect, useRef, useState } from 'react'
import type { ModelSourceInput, ModelSourceTest } from '#contract/chat/model'
import { useEngine } from '#renderer/client/engine.ts'

export type TestState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly test: ModelSourceTest }

const idle: TestState = { kind: 'idle' }

export function useSourceTest() {
  const { api } = useEngine()
  const [state, setState] = useState<TestState>(idle)
  const running = useRef<AbortController | null>(null)
  const cancel = () => {
    running.current?.abort()
    running.current = null
    setState(idle)
  }
  useEffect(() => () => running.current?.abort(), [])
  /** Resolves with null if the test was cancelled. `source` undefined: the provider in use. */
  const run = async (source: ModelSourceInput | undefined): Promise<ModelSourceTest | null> => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    setState({ kind: 'running' })
    try {
      const test = await api.modelSource.test(source === undefined ? {} : { source }, { signal: own.signal })
      if (own.signal.aborted) return null
      setState({ kind: 'done', test })
      return test
    } catch (thrown) {
      if (own.signal.aborted) return null
      setState(idle)
      throw thrown
    }
  }
  return { state, run, cancel }
}
