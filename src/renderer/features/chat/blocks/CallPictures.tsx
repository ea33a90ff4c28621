import { useMemo } from 'react'
import type { ToolResult } from '#contract/tools/tool'
import { ResultPicture } from '#renderer/parts/toolRun/ResultPicture.tsx'
import { resultParts } from '#renderer/model/tools/resultParts.ts'

const maxShown = 4

/** Some tools are called for their pictures, so these are shown without a click. */
export function CallPictures({ result }: { result: ToolResult }) {
  const pictures = useMemo(
    () =>
      resultParts(result)
        .filter((part) => part.kind === 'image')
        .slice(0, maxShown),
    [result],
  )
  if (pictures.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2 border-t border-line p-3">
      {pictures.map((picture, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <ResultPicture key={index} picture={picture} alt={`Result ${index + 1} of the tool`} className="max-h-64" />
      ))}
    </div>
  )
}
