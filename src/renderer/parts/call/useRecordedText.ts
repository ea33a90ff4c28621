/**
 * A recorded call's arguments or result as text: the beginning, then page by page, or all at once if it has pictures.
 */
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { CallRecord } from '#contract/tools/call'
import type { CallPart } from '#contract/tools/callText'
import { messageOf } from '#contract/errors'
import { useEngine } from '#renderer/client/engine.ts'
import { recordedPictures, seemsToHavePictures } from '#renderer/parts/call/recordedPictures.ts'

const pageBytes = 64_000
/** The page size when the whole text is read. */
const wholeBytes = 1_000_000
/** Larger results are not fetched to show their pictures. */
const maxPictureBytes = 24_000_000

interface Read {
  readonly text: string
  readonly next: number | null
}

export function useRecordedText(call: CallRecord, part: CallPart) {
  const { api } = useEngine()
  const kept = part === 'arguments' ? call.arguments : (call.result ?? '')
  const bytes = part === 'arguments' ? call.argumentsBytes : call.resultBytes
  const isWhole = !call.wholeKept.includes(part)
  const [read, setRead] = useState<Read | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const whole = async () => {
    if (isWhole) return kept
    let text = ''
    for (let offset: number | null = 0; offset !== null;) {
      const page = await api.calls.read({ id: call.id, part, offset, bytes: wholeBytes })
      text += page.text
      offset = page.next
    }
    return text
  }
  const wantsPictures = part === 'result' && bytes <= maxPictureBytes && seemsToHavePictures(kept)
  const { data: pictured } = useQuery({
    queryKey: ['the whole of a record', call.id, part],
    queryFn: whole,
    enabled: wantsPictures && !isWhole,
    staleTime: Infinity,
    gcTime: 0,
  })
  const complete = isWhole ? kept : pictured
  const found = useMemo(
    () => (wantsPictures && complete !== undefined ? recordedPictures(complete) : null),
    [wantsPictures, complete],
  )
  const readOn = async () => {
    try {
      const page = await api.calls.read({ id: call.id, part, offset: read?.next ?? 0, bytes: pageBytes })
      setRead({ text: (read?.text ?? '') + page.text, next: page.next })
    } catch (thrown) {
      setProblem(messageOf(thrown))
    }
  }
  const canReadOn = !isWhole && problem === null && (read === null || read.next !== null)
  return { text: read?.text ?? kept, bytes, isWhole, read, canReadOn, readOn, whole, found, problem }
}
