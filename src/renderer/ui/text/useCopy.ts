/** Copies text and shows a confirmation for a moment. */
import { useEffect, useState } from 'react'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'
import { writeClipboard } from '#renderer/ui/text/writeClipboard.ts'

const shownMs = 1500

/** The text to copy; a function if it has to be fetched first. */
export type CopiedText = string | (() => string | Promise<string>)

export function useCopy(text: CopiedText) {
  const attempt = useAttempt()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () =>
    setCopied(
      await attempt('Could not copy', async () => writeClipboard(typeof text === 'string' ? text : await text())),
    )
  return { copied, copy: () => void copy() }
}
