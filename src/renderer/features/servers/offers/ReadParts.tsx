import { Download } from 'lucide-react'
import { sizeText } from '#renderer/model/calls/callWords.ts'
import type { ReadPart } from '#renderer/features/servers/offers/resourceParts.ts'
import { ResultParts } from '#renderer/parts/toolRun/ToolResultView.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'
import { saveBytes } from '#renderer/ui/text/saveBytes.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** Content that a server sent, as inert text, pictures, and files to save. */
export function ReadParts({ parts }: { parts: readonly ReadPart[] }) {
  const attempt = useAttempt()
  return (
    <div className="flex flex-col gap-3">
      {parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} data-read-part={part.kind}>
          {part.uri !== null && parts.length > 1 && (
            <p className="mb-1 font-mono text-xs break-all text-muted">{visibleText(part.uri)}</p>
          )}
          {part.kind === 'shown' ? (
            <ResultParts parts={part.parts} />
          ) : (
            <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line px-3 py-2 text-sm">
              <span className="min-w-0 flex-1 break-all">
                {visibleText(part.file.name)}
                <span className="block text-xs text-muted">
                  {visibleText(part.file.mediaType)}, {sizeText(part.file.bytes)}
                </span>
              </span>
              <Button
                size="small"
                onClick={() =>
                  void attempt('Could not save the file', async () => saveBytes(part.file.name, part.file.data))
                }
              >
                <Download className="size-3.5" aria-hidden="true" />
                Save file
              </Button>
            </div>
          )}
        </div>
      ))}
      {parts.length === 0 && <p className="text-sm text-muted">The answer is empty.</p>}
    </div>
  )
}
